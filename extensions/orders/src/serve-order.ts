import { StoaError } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { addressed } from './move-order.ts';
import { paymentOf, refundPayment, type SagaContext } from './neighbours.ts';
import { findOrder, type OrderRow } from './order-row.ts';

const sendText = `
  update orders set sent_at = now(), tracking = $2, changed_at = now()
  where order_id = $1 and state in ('PAID', 'CONFIRMED') and not unwanted and sent_at is null returning order_id`;

/** The parcel is on its way, and the buyer is told. An order that the buyer has cancelled meanwhile is refused. */
export async function sendOrder(
  { database }: Context,
  id: string,
  tracking: string | null = null,
): Promise<OrderRow | null> {
  const order = await findOrder(database, id);
  if (order === undefined) return null;
  const code = tracking?.trim() || null;
  if (code !== null && code.length > 200) throw new StoaError('BAD_USER_INPUT', { text: 'desk.trackingLong' });
  return await database.transaction(async (transaction) => {
    const [sent] = await transaction.query(sendText, [id, code]);
    const now = (await findOrder(transaction, id)) ?? null;
    if (sent !== undefined && now !== null) {
      await transaction.record({ action: 'order.sent', subject: `order:${id}`, to: { tracking: code } });
      await transaction.mail('order-sent', await addressed(transaction, now, {}));
    } else if (now?.sentAt === null)
      throw new StoaError('CONFLICT', { text: 'rules.notToSend', values: { number: order.number } });
    return now;
  });
}

/** Pays a part back. `payments` takes one key once, and knows how much is left. */
export async function refundPart(
  context: Context,
  id: string,
  { key, amount }: { readonly key: string; readonly amount: number },
): Promise<OrderRow | null> {
  const order = await findOrder(context.database, id);
  if (order === undefined) return null;
  if (order.state !== 'PAID' || amount < 1 || amount > order.totals.total)
    throw new StoaError('CONFLICT', { text: 'rules.notToRefund', values: { number: order.number } });
  const { state, reason } = await refundPayment(context, order, { key: `part:${key}`, amount });
  if (state === 'REFUSED') throw new StoaError('CONFLICT', reason ?? state);
  await tellRefund(context, order);
  return (await findOrder(context.database, id)) ?? null;
}

/** Keeps what payments have paid back by now, and writes to the buyer about what is new. */
export async function tellRefund(context: SagaContext, order: OrderRow): Promise<void> {
  const refunded = (await paymentOf(context, order))?.refunded ?? 0;
  await context.database.transaction(async (transaction) => {
    const [known] = await transaction.query<{ before: number }>(
      `update orders set refunded = $2 from (select refunded as before from orders where order_id = $1 for update) old
       where order_id = $1 and state = 'PAID' and refunded < $2 returning before`,
      [order.id, refunded],
    );
    if (known === undefined) return;
    const amount = refunded - known.before;
    await transaction.publish('order.refunded', { orderId: order.id, amount, refunded });
    await transaction.mail('order-refunded', await addressed(transaction, order, { amount }));
  });
}
