import { StoaError } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { driveOn } from './drive-on.ts';
import { addressed } from './move-order.ts';
import { findOrder, type OrderRow } from './order-row.ts';
import { seeOrder } from './see-order.ts';

async function requireOrder(context: Context, id: string, key?: string | null): Promise<OrderRow> {
  const order = await seeOrder(context, id, key);
  if (order === null) throw new StoaError('NOT_FOUND', { text: 'rules.noOrder' });
  return order;
}

/** The buyer cancels. Where it is too late, or done already, the page says how the order stands. Whether a parcel is sent first is decided by the row: it has one of the two. */
export async function cancelOrder(context: Context, id: string, key?: string | null): Promise<OrderRow> {
  const order = await requireOrder(context, id, key);
  await context.database.query(
    `update orders set unwanted = true, changed_at = now()
     where order_id = $1 and state in ('PENDING', 'CONFIRMED', 'PAYING', 'PAID')
       and sent_at is null and not partly_sent`,
    [id],
  );
  return await driveOn(context, (await findOrder(context.database, id)) ?? order);
}

/** The buyer withdraws from the contract, and gets an acknowledgement. An order without a parcel is cancelled as well. */
export async function withdrawOrder(context: Context, id: string, key?: string | null): Promise<OrderRow> {
  const order = await requireOrder(context, id, key);
  const after = await context.database.transaction(async (transaction) => {
    const [withdrawn] = await transaction.query(
      `update orders set withdrawn_at = now(), changed_at = now(),
         unwanted = unwanted or (sent_at is null and not partly_sent)
       where order_id = $1 and state in ('CONFIRMED', 'PAID') and withdrawn_at is null and not unwanted
         and (sent_at is null or sent_at > now() - interval '30 days') returning order_id`,
      [id],
    );
    const now = (await findOrder(transaction, id)) ?? order;
    if (withdrawn === undefined) return now;
    await transaction.record({ action: 'order.withdrawn', subject: `order:${id}` });
    await transaction.mail('order-withdrawn', await addressed(transaction, now, {}));
    return now;
  });
  return await driveOn(context, after);
}
