import type { SubscriberOf } from '../../pricing.gen.ts';

const moveText = `
  with moved as (delete from cart_voucher where cart_id = $1 returning code, added_at)
  insert into cart_voucher (cart_id, code, added_at) select $2, code, added_at from moved on conflict do nothing`;

/** The vouchers of a cart go where its lines have gone. */
const moveVouchers: SubscriberOf<'cart.merged'> = async ({ payload }, { database }) => {
  await database.query(moveText, [payload.from, payload.to]);
};

export default moveVouchers;
