import { StoaError } from 'stoa';
import { type PaymentContext, payBack } from './ask-method.ts';
import { findPayments, lockPayment } from './payment-store.ts';
import { findRefund, insertRefund, type RefundRow, settleRefund } from './refund-store.ts';

interface RefundInput {
  readonly order: string;
  readonly key: string;
  /** Without it, all that is left. */
  readonly amount?: number | null | undefined;
}

/**
 * Pays back a part of a payment, or the rest of it, once for each order and key. The sum is checked under the payment's lock, and the
 * provider is asked afterwards. PENDING while it does not answer: then the sweep asks again.
 */
export async function refundPayment(context: PaymentContext, input: RefundInput): Promise<RefundRow> {
  const { refund, again } = await storeRefund(context, input);
  if (refund.state !== 'PENDING') return refund;
  try {
    return await sendRefund(context, refund, again);
  } catch (error) {
    context.logger.warn('refund not sent', { order: refund.order, refund: refund.id, reason: String(error) });
    return refund;
  }
}

async function storeRefund({ database }: PaymentContext, { order, key, amount }: RefundInput) {
  if (key === '') throw new StoaError('BAD_USER_INPUT', 'A refund needs a key.');
  return await database.transaction(async (transaction) => {
    const payment = await lockPayment(transaction, order);
    if (payment === undefined) throw new StoaError('NOT_FOUND', `The order ${order} has no payment.`);
    const before = await findRefund(transaction, order, key);
    if (before !== undefined) return { refund: before, again: true };
    const refund = await insertRefund(transaction, payment, { key, amount });
    const to = { key, amount: refund.amount, state: refund.state };
    await transaction.record({ action: 'refund.asked', subject: `order:${order}`, to });
    return { refund, again: false };
  });
}

/** Sends a refund that is stored. `again`: it may have been sent before. */
export async function sendRefund(context: PaymentContext, refund: RefundRow, again: boolean): Promise<RefundRow> {
  const [payment] = await findPayments(context.database, [refund.order]);
  if (payment === undefined || payment.reference === null)
    throw new Error(`The payment of the order ${refund.order} has no reference.`);
  const { amount, key, order } = refund;
  const input = { reference: payment.reference, key: `refund-${order}-${key}`, amount, again };
  const answer = await payBack(context, payment.method, input);
  const settled = await context.database.transaction((transaction) => settleRefund(transaction, refund, answer));
  if (settled.state === 'REFUSED')
    context.logger.error('refund refused by the provider', { order, key, amount, reason: settled.reason });
  return settled;
}
