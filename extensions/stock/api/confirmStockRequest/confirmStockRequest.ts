import { type Handler, StoaError } from 'stoa';
import { answerDone } from '../../src/answer-done.ts';
import { confirmRequest } from '../../src/request-store.ts';
import type { ConfirmStockRequest } from '../../stock.gen.ts';

// stoa-allow LINT_NO_BODY: the key of the path says all.
const confirmStockRequest: Handler<ConfirmStockRequest> = async (request, response) => {
  if (!(await confirmRequest(request.context.database, request.params.key)))
    throw new StoaError('BAD_USER_INPUT', { text: 'request.over' });
  answerDone(request, response, { done: 'confirmed', status: 200 });
};

export default confirmStockRequest;
