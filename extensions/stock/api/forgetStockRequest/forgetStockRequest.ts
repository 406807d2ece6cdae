import type { Handler } from 'stoa';
import { answerDone } from '../../src/answer-done.ts';
import { forgetAddress } from '../../src/request-store.ts';
import type { ForgetStockRequest } from '../../stock.gen.ts';

// stoa-allow LINT_NO_BODY: the key of the path says all.
const forgetStockRequest: Handler<ForgetStockRequest> = async (request, response) => {
  await forgetAddress(request.context.database, request.params.key);
  answerDone(request, response, { done: 'forgotten', status: 200 });
};

export default forgetStockRequest;
