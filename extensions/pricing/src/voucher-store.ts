import { type Database, listForEach } from 'stoa';
import { createLoaders } from './loaders.ts';

/** A voucher in a cart. */
export interface CartVoucherRow {
  readonly code: string;
  readonly kind: string;
  readonly amount: number;
  readonly problem: VoucherProblem | null;
}

export type VoucherProblem = 'NOT_YET' | 'OVER' | 'USED_UP';

/** Why a row of `voucher` cannot be used now; null where it can. */
export const problemOf = `
  case when valid_from > now() then 'NOT_YET' when valid_until <= now() then 'OVER' when uses >= most_uses then 'USED_UP' end`;
/** Whether a row of `voucher` can be used now; whether a buyer had it before is for the order to find out. */
export const isUsable = `(${problemOf}) is null`;
const ofCartsText = `
  select cart_id as "cartId", code, kind, amount, ${problemOf} as problem from cart_voucher join voucher using (code)
  where cart_id = any($1::text[]) order by added_at, code`;
const problemText = `select ${problemOf} as problem from voucher where code = $1`;
const addText = 'insert into cart_voucher (cart_id, code) values ($1, $2) on conflict do nothing';
const removeOthersText = 'delete from cart_voucher where cart_id = $1 and code <> all($2::text[])';
const removeText = 'delete from cart_voucher where cart_id = $1 and code = $2';

const loaderOf = createLoaders(readVouchers);

/** The vouchers of each cart, in order of adding. */
export async function vouchersOfCarts(
  database: Database,
  cartIds: readonly string[],
): Promise<readonly (readonly CartVoucherRow[])[]> {
  const loader = loaderOf(database);
  return await Promise.all(cartIds.map((id) => loader.load(id)));
}

async function readVouchers(database: Database, cartIds: readonly string[]) {
  const rows = await database.query<CartVoucherRow & { readonly cartId: string }>(ofCartsText, [cartIds]);
  return listForEach(cartIds, rows, ({ cartId }) => cartId);
}

/** Puts a voucher into a cart, once. Answers why it cannot be used, if so. */
export async function addVoucher(
  database: Database,
  cartId: string,
  code: string,
): Promise<VoucherProblem | 'UNKNOWN' | null> {
  const [voucher] = await database.query<{ readonly problem: VoucherProblem | null }>(problemText, [code]);
  if (voucher === undefined) return 'UNKNOWN';
  if (voucher.problem === null) await database.query(addText, [cartId, code]);
  return voucher.problem;
}

export async function removeVoucher(database: Database, cartId: string, code: string): Promise<void> {
  await database.query(removeText, [cartId, code]);
}

/** Takes all but these out of a cart. */
export async function removeOthers(database: Database, cartId: string, codes: readonly string[]): Promise<void> {
  await database.query(removeOthersText, [cartId, codes]);
}
