import { StoaError } from 'stoa';
import type { Graph } from '../payments.gen.ts';
import type { PaymentContext } from './ask-method.ts';
import { applyOutcome, lockPayment, type PaymentRow } from './payment-store.ts';

const seenText = 'insert into seen_event (method, event) values ($1, $2) on conflict do nothing returning event';

/** Takes in what a method has heard of its provider, each event once, in any order. */
export async function settlePayment(
  { database }: Pick<PaymentContext, 'database'>,
  { method, event, reference, order, state, amount }: Graph['SettlePaymentInput'],
): Promise<PaymentRow> {
  if (state !== 'CAPTURED' && state !== 'CLOSED')
    throw new StoaError('BAD_USER_INPUT', 'A payment is settled as CAPTURED or CLOSED.');
  return await database.transaction(async (transaction) => {
    const payment = await lockPayment(transaction, order);
    if (payment === undefined || payment.method !== method)
      throw new StoaError('NOT_FOUND', `The order ${order} has no payment by ${method}.`);
    const [first] = await transaction.query(seenText, [method, event]);
    if (first === undefined) return payment;
    // A second session of an order would be another payment: an operator has to look at it.
    if (payment.reference !== null && payment.reference !== reference)
      throw new StoaError('CONFLICT', `The payment of the order ${order} is ${payment.reference}, not ${reference}.`);
    return await applyOutcome(transaction, payment, { state, amount, reference });
  });
}
