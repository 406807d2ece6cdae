import { amountIn, type Listing, moneyOf, readPage, searchText, timeOf } from '@stoa/desk-ui';
import { refuse, refuseUnknown } from '@stoa/desk-ui/forms';
import type { Context, Database } from 'stoa';
import type { CreateVoucher, Graph } from '../pricing.gen.ts';
import { isUsable } from './voucher-store.ts';

/** A voucher, with the fields that have no resolver. */
export type DeskVoucher = Omit<Graph['DeskVoucher'], 'endAddress'> & { readonly code: string };
type Shop = Pick<Context, 'database' | 'shop'>;

const list = {
  columns: `code, kind, amount, valid_from as "from", valid_until as until, once_each as "onceEach",
    most_uses as "mostUses", uses, ${isUsable} as "isUsable"`,
  table: 'voucher',
  where: "$1::text is null or code like upper($1) || '%'",
  order: `${isUsable} desc, valid_from desc, code`,
};
// The same form a second time finds its own row. Without a beginning, that is one which can be used by now: another request
// may have made it since this transaction began. An ended voucher has another end.
const sameText = `
  select kind = $2 and amount = $3 and once_each = $4 and most_uses is not distinct from $5
    and valid_until is not distinct from shop_time($7, $8)
    and case when $6::text is null then valid_from <= clock_timestamp() and coalesce(valid_until > now(), true)
      else valid_from = shop_time($6, $8) end as same
  from voucher where code = $1`;
const insertText = `
  insert into voucher (code, kind, amount, once_each, most_uses, valid_from, valid_until)
  select $1, $2, $3::integer, $4::boolean, $5::integer, v.begin, v.over
  from (select coalesce(shop_time($6, $8), now()), shop_time($7, $8)) v(begin, over)
  where v.over is null or v.over > v.begin returning code`;
// What has not begun begins before it ends.
const endText = `
  update voucher set valid_from = least(valid_from, now() - interval '1 second'), valid_until = now()
  where code = $1 and (valid_until is null or valid_until > now()) returning code`;

/** Vouchers for the desk, those that can be used first. One query. */
export async function listVouchers(database: Database, { search, page }: Listing) {
  const values = [searchText(search)];
  const { rows: vouchers, ...counts } = await readPage<DeskVoucher>(database, { ...list, values }, { page });
  return { ...counts, vouchers };
}

/**
 * Creates a voucher, and answers its code. The same form a second time is the same voucher. Throws CONFLICT for the code of
 * another one, also of one that has ended.
 */
export function createVoucher({ database, shop }: Shop, form: CreateVoucher['body']): Promise<string> {
  const code = form.code.trim().toUpperCase();
  const amount = amountOf(form, shop);
  const values = [code, form.kind, amount, form.onceEach, form.mostUses ?? null];
  const times = [timeOf(form.from, 'from'), timeOf(form.until, 'until'), shop.timeZone];
  return database.transaction(async (transaction) => {
    await transaction.query('lock table voucher in share row exclusive mode');
    const [known] = await transaction.query<{ same: boolean }>(sameText, [...values, ...times]);
    if (known?.same === true) return code;
    if (known !== undefined) refuse('code', 'desk.taken', { code: 'CONFLICT' });
    const added = await transaction.query(insertText, [...values, ...times]);
    if (added.length === 0) refuse('until', 'desk.untilBefore');
    const to = { kind: form.kind, amount, onceEach: form.onceEach, mostUses: form.mostUses ?? null };
    await transaction.record({ action: 'voucher.created', subject: `voucher:${code}`, to });
    return code;
  });
}

/** Ends a voucher now. A second time changes nothing. Throws NOT_FOUND. */
export function endVoucher({ database }: Shop, code: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const known = await transaction.query('select from voucher where code = $1 for update', [code]);
    if (known.length === 0) refuseUnknown();
    const ended = await transaction.query(endText, [code]);
    if (ended.length > 0) await transaction.record({ action: 'voucher.ended', subject: `voucher:${code}` });
  });
}

/** Basis points of what is typed as percent, or the smallest unit of the currency. */
function amountOf({ kind, amount }: CreateVoucher['body'], shop: Context['shop']): number {
  if (kind === 'FREE_DELIVERY') return 0;
  const typed = amount ?? '';
  const isPercent = kind === 'VOUCHER_PERCENT';
  const units = isPercent ? (amountIn(typed.trim(), 2) ?? 0) : moneyOf(typed, shop, 'amount');
  if (units === 0 || (isPercent && units > 10_000)) refuse('amount', 'desk.noPercent');
  return units;
}
