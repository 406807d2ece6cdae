import type { JobOf } from '../pricing.gen.ts';

// As long as carts are kept.
const removeText = `
  delete from cart_voucher where (cart_id, code) in (
    select cart_id, code from cart_voucher where added_at < now() - interval '400 days' limit 1000)
  returning cart_id`;

/** Removes vouchers from carts that no one comes back for. */
const forgetVouchers: JobOf<'forgetVouchers'> = async (_input, { database, signal }) => {
  while ((await database.query(removeText)).length > 0) signal.throwIfAborted();
};

export default forgetVouchers;
