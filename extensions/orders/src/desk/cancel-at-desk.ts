import { StoaError } from 'stoa';
import type { Context } from '../../orders.gen.ts';
import { tryToAdvance } from '../advance.ts';
import { markUnwanted } from '../cancel-order.ts';
import { mailAbout, requireBuyer } from '../order-link.ts';
import { findOrder, type OrderRow } from '../order-row.ts';
import { canCancelRest } from '../order-rules.ts';
import { leftOf, parcelsOf, piecesOf } from '../parcels.ts';

/**
 * The shop cancels an order that is not sent, or the rest of one that is partly sent. Null for one that is not there. A
 * second time changes nothing. Throws StoaError when all is on its way, or the order is over.
 */
export async function cancelAtDesk(context: Context, id: string): Promise<OrderRow | null> {
  const order = await findOrder(context.database, id);
  if (order === undefined) return null;
  if (order.isUnwanted || order.rest !== null) return await tryToAdvance(context, order);
  // Before the money goes: the buyer gets a mail about it.
  requireBuyer(order);
  if (canCancelRest(order)) return await cancelRest(context, order);
  await context.database.transaction(async (transaction) => {
    if (await markUnwanted(transaction, id))
      await transaction.record({ action: 'order.cancelledByShop', subject: `order:${id}`, from: order.state });
  });
  const after = (await findOrder(context.database, id)) ?? order;
  if (!after.isUnwanted)
    throw new StoaError('CONFLICT', { text: 'rules.notToCancel', values: { number: order.number } });
  return await tryToAdvance(context, after);
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
    const from = { lines: piecesOf(left) };
    await transaction.record({ action: 'order.restCancelled', subject: `order:${id}`, from });
    await transaction.mail('order-rest-cancelled', await mailAbout(transaction, now, { left }));
    return now;
  });
  return await tryToAdvance(context, order);
}
