import { type PaymentContext, stopPayment } from './ask-method.ts';
import { applyOutcome, closeLocked, insertPayment, lockStored, type PaymentRow } from './payment-store.ts';

/** Closes a payment, at its provider first. Without one, it leaves a tombstone. Rejects while the provider is away. */
export async function closePayment(context: PaymentContext, order: string): Promise<PaymentRow> {
  const none = { order, method: '', amount: 0, description: '', returnUrl: '', country: '' };
  const payment = await insertPayment(context.database, none, 'CLOSED');
  const known = payment.state === 'NEW' || payment.state === 'LATER' ? await closeNow(context, order) : payment;
  const mayBePaid = known.state === 'OPEN' || (known.state === 'CLOSED' && !known.stopped);
  return mayBePaid && known.reference !== null ? await stopAtProvider(context, known) : known;
}

/** Closes a payment that no provider has, as far as is known. */
export async function closeNow({ database }: PaymentContext, order: string): Promise<PaymentRow> {
  return await database.transaction(async (transaction) => {
    const payment = await lockStored(transaction, order);
    if (payment.state !== 'NEW' && payment.state !== 'LATER') return payment;
    return await closeLocked(transaction, payment, payment.state === 'LATER');
  });
}

/** Stops a payment at its provider, and keeps what it says: it may have been paid at the last moment. */
export async function stopAtProvider(context: PaymentContext, payment: PaymentRow): Promise<PaymentRow> {
  const { order, method, reference } = payment;
  if (reference === null) return payment;
  const outcome = await stopPayment(context, method, reference);
  return await keepOutcome(context, order, { ...outcome, reference });
}

/** Brings the payment to what its provider says. */
export async function keepOutcome(
  { database }: PaymentContext,
  order: string,
  outcome: Parameters<typeof applyOutcome>[2],
): Promise<PaymentRow> {
  return await database.transaction(async (transaction) =>
    applyOutcome(transaction, await lockStored(transaction, order), outcome),
  );
}
