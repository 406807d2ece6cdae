import { StoaError } from 'stoa';
import type { Context } from '../../orders.gen.ts';
import { driveOn } from '../drive-on.ts';
import { canCancel } from '../may-end.ts';
import { addressed } from '../move-order.ts';
import { findOrder, type OrderRow } from '../order-row.ts';
import { leftOf, parcelsOf } from '../parcels.ts';

/** What is left is not sent once the buyer has withdrawn. */
export function canSend({ state, sentAt, withdrawnAt, isUnwanted }: OrderRow): boolean {
  return ['PAID', 'CONFIRMED'].includes(state) && sentAt === null && withdrawnAt === null && !isUnwanted;
}

/** Whether something is left of an order whose first parcel is on its way. */
export function canCancelRest({ state, isPartlySent }: OrderRow): boolean {
  return ['PAID', 'CONFIRMED'].includes(state) && isPartlySent;
}

/** What is left of the payment. An order by invoice has none that the shop knows of. */
export function refundable({ state, totals }: OrderRow): number | null {
  const left = totals.total - totals.refunded;
  return state === 'PAID' && left > 0 ? left : null;
}

/**
 * The shop cancels an order that is not sent, or the rest of one that is partly sent. Null for one that is not there. A
 * second time changes nothing. Throws StoaError when all is on its way, or the order is over.
 */
export async function cancelAtDesk(context: Context, id: string): Promise<OrderRow | null> {
  const order = await findOrder(context.database, id);
  if (order === undefined) return null;
  if (order.isUnwanted || order.rest !== null) return await driveOn(context, order);
  if (canCancelRest(order)) return await cancelRest(context, order);
  const isCancelled = await context.database.transaction(async (transaction) => {
    const [row] = await transaction.query(
      `update orders set unwanted = true, changed_at = now()
       where order_id = $1 and state in ('PENDING', 'CONFIRMED', 'PAYING', 'PAID') and not unwanted
         and sent_at is null and not partly_sent returning order_id`,
      [id],
    );
    if (row === undefined) return false;
    await transaction.record({ action: 'order.cancelledByShop', subject: `order:${id}`, from: order.state });
    return true;
  });
  // Another caller may have cancelled it meanwhile.
  const after = (await findOrder(context.database, id)) ?? order;
  if (!isCancelled && !after.isUnwanted && !canCancel(after))
    throw new StoaError('CONFLICT', { text: 'rules.notToCancel', values: { number: order.number } });
  return await driveOn(context, after);
}

/** What is left is not sent, and its stock is given back. The shop pays back by hand, since it alone knows how much. */
async function cancelRest(context: Context, { id, number }: OrderRow): Promise<OrderRow> {
  const order = await context.database.transaction(async (transaction) => {
    const [ended] = await transaction.query(
      `update orders set sent_at = (select max(p.sent_at) from parcel p where p.order_id = $1), partly_sent = false,
         rest = 'CANCELLED', changed_at = now()
       where order_id = $1 and state in ('PAID', 'CONFIRMED') and partly_sent and sent_at is null returning order_id`,
      [id],
    );
    const now = await findOrder(transaction, id);
    // Another parcel may have carried the rest meanwhile.
    if (now === undefined || now.rest === null)
      throw new StoaError('CONFLICT', { text: 'rules.notToCancel', values: { number } });
    if (ended === undefined) return now;
    const [parcels = []] = await parcelsOf(transaction, [now]);
    const left = leftOf(now.lines, parcels);
    const lines = left.map(({ sku, quantity }) => ({ sku, quantity }));
    await transaction.record({ action: 'order.restCancelled', subject: `order:${id}`, from: { lines } });
    await transaction.mail('order-rest-cancelled', await addressed(transaction, now, { left }));
    return now;
  });
  return await driveOn(context, order);
}
