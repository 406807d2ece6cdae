import { StoaError } from 'stoa';
import type { Context } from '../../orders.gen.ts';
import { driveOn } from '../drive-on.ts';
import { canCancel } from '../may-end.ts';
import { findOrder, type OrderRow } from '../order-row.ts';

/** What is left is not sent once the buyer has withdrawn. */
export function canSend({ state, sentAt, withdrawnAt, isUnwanted }: OrderRow): boolean {
  return ['PAID', 'CONFIRMED'].includes(state) && sentAt === null && withdrawnAt === null && !isUnwanted;
}

/** What is left of the payment. An order by invoice has none that the shop knows of. */
export function refundable({ state, totals }: OrderRow): number | null {
  const left = totals.total - totals.refunded;
  return state === 'PAID' && left > 0 ? left : null;
}

/**
 * The shop cancels an order that is not sent. Null for one that is not there. A second time changes nothing. Throws
 * StoaError when a parcel is on its way, or the order is over.
 */
export async function cancelAtDesk(context: Context, id: string): Promise<OrderRow | null> {
  const order = await findOrder(context.database, id);
  if (order === undefined) return null;
  if (order.isUnwanted) return await driveOn(context, order);
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
