import type { Resolver } from 'stoa';
import type { Context } from '../catalog.gen.ts';
import { translationLocale } from './product-statement.ts';
import { findProducts, listRelated, type ProductRow } from './product-store.ts';

const keptMs = 60_000;

interface Kept {
  readonly until: number;
  /** Ids of related products, by the product's id. */
  readonly ids: Map<string, readonly string[]>;
}

const keptOfShops = new WeakMap<object, Kept>();
/** Related products that were read together with a product, by its row. */
const readWith = new WeakMap<ProductRow, readonly ProductRow[]>();

/** A product. Its related products come by the same statement when the query asks for them and they are known. */
export async function findProduct(
  context: Pick<Context, 'database' | 'locale' | 'shop'>,
  id: string,
  { fieldNodes }: Pick<Parameters<Resolver>[3], 'fieldNodes'>,
): Promise<ProductRow | null> {
  const { database, shop } = context;
  const asks = fieldNodes.some(({ selectionSet }) =>
    selectionSet?.selections.some((node) => 'name' in node && node.name.value === 'related'),
  );
  const known = asks ? keptOf(shop).get(id) : undefined;
  const [product = null, ...related] = await findProducts(database, [id, ...(known ?? [])], translationLocale(context));
  if (product !== null && known !== undefined) readWith.set(product, withoutNulls(related));
  return product;
}

/**
 * Other products for each product, in order. The ids are found once a minute, since that costs PostgreSQL more than
 * all the rest of a page. Prices and names are those of the moment.
 */
export async function relatedProducts(
  context: Pick<Context, 'database' | 'locale' | 'shop'>,
  products: readonly ProductRow[],
): Promise<readonly (readonly ProductRow[])[]> {
  const { database, shop } = context;
  const locale = translationLocale(context);
  const before = products.map((product) => readWith.get(product));
  if (before.every((related) => related !== undefined)) return before;
  const ids = products.map(({ productId }) => productId);
  const kept = keptOf(shop);
  const unknown = [...new Set(ids)].filter((id) => !kept.has(id));
  const found = unknown.length === 0 ? [] : await listRelated(database, unknown, locale);
  for (const [index, id] of unknown.entries())
    kept.set(
      id,
      (found[index] ?? []).map(({ productId }) => productId),
    );
  const known = ids.filter((id) => !unknown.includes(id)).flatMap((id) => kept.get(id) ?? []);
  const rows = [...found.flat(), ...withoutNulls(await findProducts(database, known, locale))];
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

/** A product that is no longer sold has no row. */
function withoutNulls(rows: readonly (ProductRow | null)[]): readonly ProductRow[] {
  return rows.filter((row) => row !== null);
}
