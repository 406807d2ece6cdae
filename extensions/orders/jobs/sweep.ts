import type { JobOf } from '../orders.gen.ts';
import { tryToAdvance } from '../src/advance.ts';
import { findOrder } from '../src/order-row.ts';

/** Orders that have not moved for a while, longest untouched first. Two sweeps take different ones. */
const staleText = `update orders set tried_at = now() where order_id in (
  select order_id from orders
  where tried_at < now() - interval '20 seconds' and changed_at < now() - interval '20 seconds' and (
    state in ('PLACING', 'CLOSING', 'PAYING', 'REFUNDING')
    or (state = 'PENDING' and (not opened or unwanted or pay_until < now()))
    or (state = 'CANCELLED' and not released)
    or (state in ('PAID', 'CONFIRMED') and unwanted and sent_at is null)
    or rest = 'CANCELLED'
  ) order by tried_at limit 50 for update skip locked
) returning order_id as id`;

/** Drives on what a crash, or a neighbour that was away, has left behind, and orders whose time to pay is over. */
const sweep: JobOf<'sweep'> = async (_input, context) => {
  for (const { id } of await context.database.query<{ id: string }>(staleText)) {
    context.signal.throwIfAborted();
    const order = await findOrder(context.database, id);
    if (order !== undefined) await tryToAdvance(context, order);
  }
};

export default sweep;
