import { StoaError } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { tryToAdvance } from './advance.ts';
import { creditPart, type Part, refuse } from './credit-part.ts';
import { paymentOf, refundPayment, type SagaContext } from './neighbours.ts';
import { mailAbout, requireBuyer } from './order-link.ts';
import { findOrder, type OrderRow } from './order-row.ts';
import { hasPayment } from './order-rules.ts';

/**
 * Pays a part back: `payments` takes one key once, and knows how much is left. Of an order that is paid later, the part is
 * credited.
 */
export async function refundPart(context: Context, id: string, { key, amount }: Part): Promise<OrderRow | null> {
  if (key === '') throw new StoaError('BAD_USER_INPUT', 'A refund needs a key.');
  const order = await findOrder(context.database, id);
  if (order === undefined) return null;
  if (!hasPayment(order.state)) return await creditPart(context, order, { key, amount });
  const { number, totals } = order;
  if (amount < 1 || amount > totals.total) throw refuse('rules.notToRefund', number);
  // Before the money goes: the buyer gets a mail about it.
  requireBuyer(order);
  const refund = await refundPayment(context, order, { key: `part:${key}`, amount });
  if (refund.amount !== amount) throw refuse('rules.refundKnown', number);
  // The provider's own words, where it is the one that refuses.
  if (refund.state === 'REFUSED')
    throw refund.reason ? new StoaError('CONFLICT', refund.reason) : refuse('rules.notToRefund', number);
  await announceRefund(context, order);
  const now = (await findOrder(context.database, id)) ?? order;
  return now.state === 'REFUNDING' ? await tryToAdvance(context, now) : now;
}

/** Keeps what payments have paid back by now, and writes to the buyer about what is new. */
export async function announceRefund(context: SagaContext, order: OrderRow): Promise<void> {
  const refunded = (await paymentOf(context, order))?.refunded ?? 0;
  await context.database.transaction(async (transaction) => {
    const [known] = await transaction.query<{ before: number }>(
      `update orders set refunded = $2 from (select refunded as before from orders where order_id = $1 for update) old
       where order_id = $1 and state in ('PAID', 'REFUNDING') and refunded < $2 returning before`,
      [order.id, refunded],
    );
    if (known === undefined) return;
    const amount = refunded - known.before;
    await transaction.publish('order.refunded', { orderId: order.id, amount, refunded });
    const now = { ...order, totals: { ...order.totals, refunded } };
    await transaction.mail('order-refunded', await mailAbout(transaction, now, { amount }));
  });
}
