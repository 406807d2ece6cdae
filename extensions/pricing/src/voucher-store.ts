import { type Database, listForEach } from 'stoa';

interface VoucherClaim {
  readonly __typename: 'VoucherClaim';
  readonly kind: string;
  readonly code: string;
  readonly label: string;
  readonly amount: number;
  readonly taxClass: null;
}

/** Whether a row of `voucher` can be used now; whether a buyer had it before is for the order to find out. */
export const isUsable = `
  valid_from <= now() and (valid_until is null or valid_until > now()) and (most_uses is null or uses < most_uses)`;
const claimsText = `
  select cart_id as "cartId", code, kind, amount from cart_voucher join voucher using (code)
  where cart_id = any($1::text[]) and ${isUsable} order by added_at, code`;
const addText = `
  insert into cart_voucher (cart_id, code) select $1, code from voucher where code = upper($2) and ${isUsable}
  on conflict (cart_id, code) do update set code = excluded.code returning code`;
const removeText = 'delete from cart_voucher where cart_id = $1 and code = upper($2)';
const forgetText = 'delete from cart_voucher where added_at < now() - make_interval(days => 90)';

/** What the vouchers of each cart give, in order of adding. One statement. */
export async function claimsOfCarts(
  database: Database,
  cartIds: readonly string[],
): Promise<readonly (readonly VoucherClaim[])[]> {
  const rows = await database.query<VoucherClaim & { readonly cartId: string }>(claimsText, [cartIds]);
  return listForEach(cartIds, rows, ({ cartId }) => cartId).map((vouchers) =>
    vouchers.map(({ kind, code, amount }) => ({
      __typename: 'VoucherClaim',
      kind,
      code,
      label: code,
      amount,
      taxClass: null,
    })),
  );
}

/** Puts a voucher into a cart, once. False when there is none that can be used. */
export async function addVoucher(database: Database, cartId: string, code: string): Promise<boolean> {
  return (await database.query(addText, [cartId, code.trim()])).length > 0;
}

export async function removeVoucher(database: Database, cartId: string, code: string): Promise<void> {
  await database.query(removeText, [cartId, code.trim()]);
}

/** Forgets the vouchers of carts that are left. */
export async function forgetVouchers(database: Database): Promise<void> {
  await database.query(forgetText);
}
