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
