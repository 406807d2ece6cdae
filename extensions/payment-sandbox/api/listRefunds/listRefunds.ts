import type { Handler } from 'stoa';
import type { ListRefunds } from '../../payment-sandbox.gen.ts';
import { answerApi } from '../../src/answer-api.ts';
import { listRefunds as findRefunds, shownRefund } from '../../src/refund-store.ts';

const listRefunds: Handler<ListRefunds> = (request, response) =>
  answerApi(request, response, async (transaction) => {
    const refunds = await findRefunds(transaction, request.query.payment_intent);
    return { status: 200, body: { object: 'list', has_more: false, data: refunds.map(shownRefund) } };
  });

export default listRefunds;
