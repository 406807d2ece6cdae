import { StoaError } from 'stoa';
import type { Graph } from '../payments.gen.ts';
import { isOffered, type PaymentContext, startPayment } from './ask-method.ts';
import { closeNow, stopAtProvider } from './close-payment.ts';
import { insertPayment, type PaymentRow, recordStart } from './payment-store.ts';

/** Providers remember a key for a day. A start that is sent again later would be a second payment. */
const keySeconds = 23 * 3600;

/** Opens the payment of an order once. It stays NEW while the method does not answer, and the sweep tries again. */
export async function openPayment(context: PaymentContext, input: Graph['OpenPaymentInput']): Promise<PaymentRow> {
  if (input.amount < 1) throw new StoaError('BAD_USER_INPUT', 'The amount of a payment is at least 1.');
  if (input.order === '') throw new StoaError('BAD_USER_INPUT', 'A payment needs the id of an order.');
  const wanted = { ...input, country: input.country ?? context.shop.country };
  const payment = await insertPayment(context.database, wanted, 'NEW');
  if (payment.method === '') return payment;
  if (payment.method !== input.method || payment.amount !== input.amount)
    throw new StoaError(
      'CONFLICT',
      `The order ${input.order} has another payment: ${payment.method}, ${payment.amount}.`,
    );
  if (payment.state !== 'NEW') return payment;
  try {
    return await start(context, payment);
  } catch (error) {
    context.logger.warn('payment not started', { order: payment.order, method: payment.method, reason: String(error) });
    return payment;
  }
}

/** Asks the method of a new payment, and keeps what it answers. */
export async function start(context: PaymentContext, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.ageSeconds > keySeconds || !(await isOffered(context, payment)))
    return await closeNow(context, payment.order);
  const started = await startPayment(context, payment);
  if (started.state === 'CLOSED') return await closeNow(context, payment.order);
  const row = await recordStart(context.database, payment.order, started);
  // It was closed while the provider opened it.
  return row.state === 'CLOSED' && row.reference !== null && !row.stopped ? await stopAtProvider(context, row) : row;
}
