import { type Database, StoaError } from 'stoa';
import type { Context } from '../orders.gen.ts';
import { tryToAdvance } from './advance.ts';
import { mailAbout } from './order-link.ts';
import { findOrder, type OrderRow, seeOrder } from './order-row.ts';

/** Marks an order of which nothing is sent: the saga then cancels it. False where it is too late, or done already. */
export async function markUnwanted(database: Database, id: string): Promise<boolean> {
  const marked = await database.query(
    `update orders set unwanted = true, changed_at = now()
     where order_id = $1 and state in ('PENDING', 'CONFIRMED', 'PAYING', 'PAID') and not unwanted
       and sent_at is null and not partly_sent returning order_id`,
    [id],
  );
  return marked.length > 0;
}

/** The buyer cancels. Where it is too late, the page says how the order stands. */
export async function cancelByBuyer(context: Context, id: string, key?: string | null): Promise<OrderRow> {
  const order = await requireOrder(context, id, key);
  await markUnwanted(context.database, id);
  return await tryToAdvance(context, (await findOrder(context.database, id)) ?? order);
}

/** The buyer withdraws from the contract, and gets an acknowledgement. An order without a parcel is cancelled as well. */
export async function withdraw(context: Context, id: string, key?: string | null): Promise<OrderRow> {
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
    await transaction.mail('order-withdrawn', await mailAbout(transaction, now, {}));
    return now;
  });
  return await tryToAdvance(context, after);
}

async function requireOrder(context: Context, id: string, key?: string | null): Promise<OrderRow> {
  const order = await seeOrder(context, id, key);
  if (order === null) throw new StoaError('NOT_FOUND', { text: 'rules.noOrder' });
  return order;
}
