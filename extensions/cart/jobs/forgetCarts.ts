import type { JobOf } from '../cart.gen.ts';

// A closed cart is kept while its order may ask again.
const removeClosedText = `
  delete from cart where cart_id in (
    select cart_id from cart where order_id is not null and changed_at < now() - interval '30 days' limit 1000)
  returning cart_id`;
// A visitor's cookie lasts 400 days.
const removeOldText = `
  delete from cart where cart_id in (select cart_id from cart where changed_at < now() - interval '400 days' limit 1000)
  returning cart_id`;

/** Removes carts that no one comes back for. */
const forgetCarts: JobOf<'forgetCarts'> = async (_input, { database, signal }) => {
  for (const text of [removeClosedText, removeOldText])
    while ((await database.query(text)).length > 0) signal.throwIfAborted();
};

export default forgetCarts;
