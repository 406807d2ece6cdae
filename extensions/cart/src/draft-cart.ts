import { StoaError } from 'stoa';
import type { Context, Graph, Transaction } from '../cart.gen.ts';
import { findSold } from './ask-variants.ts';
import { mostLines, mostPieces } from './cart-limits.ts';

type Draft = Graph['DraftCartInput'];

// Locks the cart, also one that is there.
const openText = `
  insert into cart (staff, draft_key, country) values ($1, $2, $3)
  on conflict (staff, draft_key) where staff is not null do update set changed_at = now()
  returning cart_id::text as id, order_id is not null as "isClosed"`;
const countryText = 'update cart set country = $2 where cart_id = $1::uuid';
const emptyText = 'delete from cart_line where cart_id = $1::uuid';
const fillText = `
  insert into cart_line (cart_id, sku, quantity, added_money)
  select $1::uuid, line.sku, line.quantity, 0
  from jsonb_array_elements($2::jsonb) with ordinality as each (value, place), jsonb_to_record(value) as line (sku text, quantity int)
  order by place`;

const lastText = `
  select cart_id::text as cart, draft_key as key from cart where staff = $1 and order_id is null
  order by changed_at desc limit 1`;

/**
 * Fills the caller's cart of this key with these lines alone, and returns its id. One that is ordered stays as it is.
 * Throws StoaError.
 */
export async function draftCart(context: Context, draft: Draft): Promise<string> {
  const { caller, database } = context;
  if (caller.kind !== 'user') throw new StoaError('UNAUTHENTICATED', { text: 'rules.noStaff' });
  const lines = sumOf(draft.lines);
  const sold = await findSold(
    context,
    lines.map(({ sku }) => sku),
  );
  if (sold.includes(null)) throw new StoaError('NOT_FOUND', { text: 'rules.noVariant' });
  return await database.transaction((transaction) => fill(transaction, caller.id, { ...draft, lines }));
}

/** What the caller has filled last, and not yet ordered. */
export async function lastDraft({ caller, database }: Context): Promise<Graph['Draft'] | null> {
  if (caller.kind !== 'user') return null;
  return (await database.query<Graph['Draft']>(lastText, [caller.id]))[0] ?? null;
}

async function fill(transaction: Transaction, staff: string, { key, country, lines }: Draft): Promise<string> {
  const [cart] = await transaction.query<{ id: string; isClosed: boolean }>(openText, [staff, key, country]);
  if (cart === undefined) throw new Error('insert into cart returned no row');
  if (cart.isClosed) return cart.id;
  await transaction.query(countryText, [cart.id, country]);
  await transaction.query(emptyText, [cart.id]);
  await transaction.query(fillText, [cart.id, JSON.stringify(lines)]);
  return cart.id;
}

/** One line for each SKU. */
function sumOf(lines: Draft['lines']): Draft['lines'] {
  const pieces = new Map<string, number>();
  for (const { sku, quantity } of lines) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity);
  if (pieces.size > mostLines)
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.tooManyLines', values: { most: mostLines } });
  if (![...pieces.values()].every((quantity) => quantity >= 1 && quantity <= mostPieces))
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.tooManyPieces', values: { most: mostPieces } });
  return [...pieces].map(([sku, quantity]) => ({ sku, quantity }));
}
