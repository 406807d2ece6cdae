import type { ErrorText } from 'stoa';
import type { Context, Graph } from '../checkout.gen.ts';
import { refuseFields } from './check-buyer.ts';
import { dataOf } from './data-of.ts';

type Line = Graph['DeskOrderLineInput'];

const variantText = 'query ($sku: ID!) { variant(sku: $sku) { sku } }';
const searchText = `query ($search: String!) {
  products(search: $search, first: 5) { edges { node { name variants { sku label } } } }
}`;
const mostPieces = 99;

/** In one order: a cart takes no more. */
export const mostLines = 50;

/** The field of the form, and of the error, of a line: they count from one. */
export function lineField(name: 'sku' | 'quantity', place: number): string {
  return `${name}-${place + 1}`;
}

/**
 * Finds what the shop sells by its number, or by words that fit it alone. Throws BAD_USER_INPUT with a message at each
 * line that has an error. Pieces of lines with the same number add up.
 */
export async function findLines(context: Context, lines: readonly Line[]): Promise<readonly Line[]> {
  const errors: Record<string, ErrorText> = {};
  if (lines.length === 0) errors[lineField('sku', 0)] = { text: 'desk.noLines' };
  const found = await Promise.all(
    lines.map(async ({ sku, quantity }) => ({ ...(await findSku(context, sku.trim())), quantity })),
  );
  const pieces = new Map<string, number>();
  for (const [place, { sku, quantity, error }] of found.entries()) {
    const sum = (pieces.get(sku) ?? 0) + quantity;
    if (error !== undefined) errors[lineField('sku', place)] = error;
    else if (!pieces.has(sku) && pieces.size === mostLines)
      errors[lineField('sku', place)] = { text: 'desk.tooManyLines', values: { most: mostLines } };
    if (quantity < 1 || sum > mostPieces)
      errors[lineField('quantity', place)] = { text: 'desk.wrongQuantity', values: { most: mostPieces } };
    else pieces.set(sku, sum);
  }
  refuseFields(errors);
  return found.map(({ sku, quantity }) => ({ sku, quantity }));
}

async function findSku(context: Context, typed: string): Promise<{ readonly sku: string; readonly error?: ErrorText }> {
  const { variant } = dataOf(await context.query(variantText, { sku: typed }));
  if (variant !== null) return { sku: variant.sku };
  const { products } = dataOf(await context.query(searchText, { search: typed.slice(0, 200) }));
  const all = products.edges.flatMap(({ node }) => node.variants.map((one) => ({ ...one, name: node.name })));
  const [only] = all;
  if (only === undefined) return { sku: typed, error: { text: 'desk.noProduct' } };
  if (all.length === 1) return { sku: only.sku };
  const list = all.slice(0, 10).map(({ sku, name, label }) => `${sku} (${[name, label].filter(Boolean).join(', ')})`);
  return { sku: typed, error: { text: 'desk.manyProducts', values: { list: list.join('; ') } } };
}
