import type { Transaction } from '../cart.gen.ts';
import { sameFormSeconds } from './cart-limits.ts';

export interface NewLine {
  readonly sku: string;
  readonly quantity: number;
  readonly money: number;
  /** Null for a client without a form. */
  readonly formDigest: string | null;
}

const beforeText = `
  select count(*)::integer as lines, coalesce(max(quantity) filter (where sku = $2), 0) as quantity,
    coalesce(bool_or(sku = $2 and form_digest = $3 and added_at > now() - make_interval(secs => $4)), false) as "isAdded"
  from cart_line where cart_id = $1::uuid`;
const addText = `
  insert into cart_line (cart_id, sku, quantity, added_money, form_digest) values ($1, $2, $3, $4, $5)
  on conflict (cart_id, sku) do update
  set quantity = cart_line.quantity + excluded.quantity, added_money = excluded.added_money,
    form_digest = excluded.form_digest, added_at = now()`;
const worthText = `
  select coalesce(sum(quantity::bigint * added_money), 0)::text as worth from cart_line where cart_id = $1::uuid`;
const setText = 'update cart_line set quantity = $3 where cart_id = $1::uuid and sku = $2 returning sku';
const removeText = 'delete from cart_line where cart_id = $1::uuid and sku = $2';

/** How full the locked cart is, and whether this form has just added to it. */
export async function readBefore(
  transaction: Transaction,
  cartId: string,
  { sku, formDigest }: NewLine,
): Promise<{ readonly lines: number; readonly quantity: number; readonly isAdded: boolean }> {
  const values = [cartId, sku, formDigest, sameFormSeconds];
  const [row] = await transaction.query<{ lines: number; quantity: number; isAdded: boolean }>(beforeText, values);
  return row ?? { lines: 0, quantity: 0, isAdded: false };
}

/** Adds to the line of the variant, or makes it. */
export async function addLine(transaction: Transaction, cartId: string, line: NewLine): Promise<void> {
  await transaction.query(addText, [cartId, line.sku, line.quantity, line.money, line.formDigest]);
}

/** Zero removes the line. False when a line that gets another quantity is not there. */
export async function setQuantity(
  transaction: Transaction,
  cartId: string,
  { sku, quantity }: { readonly sku: string; readonly quantity: number },
): Promise<boolean> {
  if (quantity > 0) return (await transaction.query(setText, [cartId, sku, quantity])).length > 0;
  await transaction.query(removeText, [cartId, sku]);
  return true;
}

/** What all pieces in the locked cart cost, at the prices of when they were added. */
export async function worthOf(transaction: Transaction, cartId: string): Promise<number> {
  const [row] = await transaction.query<{ worth: string }>(worthText, [cartId]);
  return Number(row?.worth ?? 0);
}
