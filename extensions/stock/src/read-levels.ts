import { type Database, oneForEach, StoaError } from 'stoa';
import type { Graph } from '../stock.gen.ts';
import { checkName } from './check-input.ts';

const availableText = 'select sku, on_hand - reserved as available from level where sku = any($1::text[])';
// What is reserved is sold: the constraint of the table refuses a number below it, and the statement finds no row.
const setText = `
  insert into level (sku, on_hand) values ($1, $2)
  on conflict (sku) do update set on_hand = excluded.on_hand where level.reserved <= excluded.on_hand
  returning sku, on_hand as "onHand", reserved`;

/** Pieces that can be bought, for each SKU in order; null for one that is not counted. One query. */
export async function availableOf(database: Database, skus: readonly string[]): Promise<readonly (number | null)[]> {
  const rows = await database.query<{ sku: string; available: number }>(availableText, [[...new Set(skus)]]);
  return oneForEach(skus, rows, ({ sku }) => sku).map((row) => row?.available ?? null);
}

/** Counts a SKU. Throws StoaError when orders hold more than that. */
export async function setLevel(
  database: Database,
  { sku, onHand }: { readonly sku: string; readonly onHand: number },
): Promise<Graph['StockLevel']> {
  if (onHand < 0) throw new StoaError('BAD_USER_INPUT', { text: 'rules.onHand' });
  const [row] = await database.query<Graph['StockLevel']>(setText, [checkName(sku), onHand]);
  if (row === undefined) throw new StoaError('CONFLICT', { text: 'rules.reserved', values: { sku } });
  return row;
}
