import type { JobOf } from '../payments.gen.ts';
import { lookUpPayment, type PaymentContext } from '../src/ask-method.ts';
import { keepOutcome, stopAtProvider } from '../src/close-payment.ts';
import { start } from '../src/open-payment.ts';
import { type PaymentRow, takeDuePayments } from '../src/payment-store.ts';
import { sendRefund } from '../src/refund-payment.ts';
import { takeDueRefunds } from '../src/refund-store.ts';

const forgetText = "delete from seen_event where seen_at < now() - interval '90 days'";

/** Brings forward what a lost request or webhook has left: it asks the provider. */
const sweep: JobOf<'sweep'> = async (_input, context) => {
  const { database, logger, settings, signal } = context;
  const tried = async (order: string, work: () => Promise<unknown>): Promise<void> => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      logger.warn('payment not swept', { order, reason: String(error) });
    }
  };
  for (const payment of await takeDuePayments(database, settings.askAfterSeconds))
    await tried(payment.order, () => bringForward(context, payment));
  for (const refund of await takeDueRefunds(database, settings.askAfterSeconds))
    await tried(refund.order, () => sendRefund(context, refund, true));
  await database.query(forgetText);
};

async function bringForward(context: PaymentContext, payment: PaymentRow): Promise<unknown> {
  const { order, method, state, reference } = payment;
  if (state === 'NEW' || reference === null) return await start(context, payment);
  if (state === 'CLOSED') return await stopAtProvider(context, payment);
  return await keepOutcome(context, order, { ...(await lookUpPayment(context, method, reference)), reference });
}

export default sweep;
