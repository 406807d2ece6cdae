import type { JobOf } from '../cart.gen.ts';

// A visitor's cookie lasts 400 days. A closed cart is kept while its order may ask again.
const removeText = `
  delete from cart where cart_id in (
    select cart_id from cart
    where changed_at < now() - interval '30 days' and (order_id is not null or changed_at < now() - interval '400 days')
    limit 1000)
  returning cart_id`;

/** Removes carts that no one comes back for. */
const forgetCarts: JobOf<'forgetCarts'> = async (_input, { database, signal }) => {
  while ((await database.query(removeText)).length > 0) signal.throwIfAborted();
};

export default forgetCarts;
