import type { Handler } from 'stoa';
import { answerDone } from '../../src/answer-done.ts';
import { requestStock as ask } from '../../src/request-stock.ts';
import type { RequestStock } from '../../stock.gen.ts';

const requestStock: Handler<RequestStock> = async (request, response) => {
  await ask(request.context, { ...request.body, productId: request.params.productId });
  answerDone(request, response, { done: 'asked', status: 202 });
};

export default requestStock;
