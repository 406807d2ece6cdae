import type { Handler } from 'stoa';
import type { CreateRefund } from '../../payment-sandbox.gen.ts';
import { answerApi, refusal } from '../../src/answer-api.ts';
import { insertRefund, leftOf, shownRefund } from '../../src/refund-store.ts';
import { lockIntent } from '../../src/session-store.ts';

// stoa-allow LINT_NO_BODY: a form with brackets in its names, which the handler checks and answers for as Stripe does.
const createRefund: Handler<CreateRefund> = (request, response) =>
  answerApi(request, response, async (transaction, fields) => {
    const session = await lockIntent(transaction, fields.get('payment_intent') ?? '');
    if (session?.status !== 'complete') return refusal('There is no such payment.', 404);
    const amount = Number(fields.get('amount') ?? session.amount);
    if (!Number.isSafeInteger(amount) || amount < 1) return refusal('amount has to be 1 or more.');
    const left = await leftOf(transaction, session);
    if (left === 0) return refusal('The payment has already been refunded.', 400, { code: 'charge_already_refunded' });
    if (amount > left) return refusal('The refund is greater than what is left of the payment.');
    const { paymentIntent } = session;
    const refund = await insertRefund(transaction, { paymentIntent, amount, key: fields.get('metadata[key]') });
    return { status: 200, body: shownRefund(refund) };
  });

export default createRefund;
