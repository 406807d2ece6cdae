import type { Context } from '../catalog.gen.ts';
import { findProducts, listRelated, type ProductRow } from './product-store.ts';

const keptMs = 60_000;

interface Kept {
  readonly until: number;
  /** Ids of related products, by the product's id. */
  readonly ids: Map<string, readonly string[]>;
}

const keptOfShops = new WeakMap<object, Kept>();

/**
 * Other products for each id, in order. The ids are found once a minute, since that costs PostgreSQL more than all the
 * rest of a page. Prices and names are those of the moment.
 */
export async function relatedProducts(
  { database, shop }: Pick<Context, 'database' | 'shop'>,
  ids: readonly string[],
): Promise<readonly (readonly ProductRow[])[]> {
  const kept = keptOf(shop);
  const unknown = [...new Set(ids)].filter((id) => !kept.has(id));
  const found = unknown.length === 0 ? [] : await listRelated(database, unknown);
  for (const [index, id] of unknown.entries())
    kept.set(
      id,
      (found[index] ?? []).map(({ productId }) => productId),
    );
  const known = ids.filter((id) => !unknown.includes(id)).flatMap((id) => kept.get(id) ?? []);
  const rows = [...found.flat(), ...(await findProducts(database, known))].filter((row) => row !== null);
  const byId = new Map(rows.map((row) => [row.productId, row]));
  return ids.map((id) => (kept.get(id) ?? []).flatMap((related) => byId.get(related) ?? []));
}

function keptOf(shop: object): Kept['ids'] {
  const now = Date.now();
  const kept = keptOfShops.get(shop);
  if (kept !== undefined && kept.until > now) return kept.ids;
  const ids: Kept['ids'] = new Map();
  keptOfShops.set(shop, { until: now + keptMs, ids });
  return ids;
}
