import { type Database, isRowId, listForEach, oneForEach } from 'stoa';
import { isShown, productStatement } from './product-statement.ts';
import type { VariantContent } from './variant-content.ts';
import { type VariantPart, variantsText } from './variant-text.ts';

/** The fields of a product without a resolver. */
export interface ProductRow {
  readonly productId: string;
  readonly name: string;
  readonly money: number;
  readonly baseMoney: number;
  readonly taxClass: string;
  /** How much is in the first variant. */
  readonly content: VariantContent | null;
  readonly categoryId: string | null;
  readonly description: string | null;
  readonly sku: string;
  readonly image: string | null;
  readonly imageAlt: string | null;
  /** Its name in addresses. */
  readonly slug: string | null;
  /** Others are drafts, or hidden. */
  readonly published: boolean;
  /** The locale of its name and description where they are a translation. */
  readonly locale: string | null;
  readonly rating: { readonly average: number; readonly count: number } | null;
  /** Related products that were read together with it. */
  readonly related?: readonly ProductRow[];
  /** Variants that were read together with it. */
  readonly variants?: readonly VariantPart[] | null;
}

const readProducts = productStatement(
  1,
  (columns, products) => `select ${columns} from ${products} where product_id = any($1::bigint[])`,
);
const readAt = productStatement(
  1,
  (columns, products) => `select ${columns} from ${products} where product_id = product_at($1)`,
);
// The index alone finds where a later page begins.
const readPage = productStatement(
  3,
  (columns, products) => `
  select ${columns} from ${products} where ${isShown} and product_id >= (
    select product_id from product where ${isShown} and product_id > $1::bigint order by product_id offset $3 limit 1)
  order by product_id limit $2`,
);
/** So many products, the newest first. */
export const readNewest = productStatement(
  1,
  (columns, products) => `
  select ${columns} from ${products} where product_id in (
    select product_id from product where ${isShown} order by product_id desc limit $1) order by product_id desc`,
);
const countText = `
  select count(*)::integer as total from product where ${isShown} and ($1::bigint is null or product_id <= $1::bigint)`;
const readRelated = productStatement(
  2,
  (columns, products) => `
  select related.of_product::text as of, ${columns} from relations_of($1, $2) related
  join ${products} using (product_id) where ${isShown} order by related.of_product, related.place`,
);
/** The products that have a variant with this SKU, in any case. */
export const readBySku = productStatement(
  1,
  (columns, products) => `
  select ${columns} from ${products}
  where ${isShown} and product_id in (select product_id from product_variant where upper(product_variant.sku) = upper($1))
  order by product_id`,
);
const readWithRelated = productStatement(
  2,
  (columns, products, locale) => `
  select ${columns}, case when shown.place = 0 then (${variantsText(locale)}) end as variants from (
    select 0 as place, product_at($1) as product_id
    union all select place, product_id from relations_of(array[product_at($1)], $2)) shown
  join ${products} using (product_id) where shown.place = 0 or (${isShown}) order by shown.place`,
);
const addressesText = `
  select product_id::text as id, coalesce(slug, product_id::text) as address
  from product where ${isShown} and product_id > $2::bigint order by product_id limit $1`;

/** One entry for each id, in order; null for an unknown product. One query, or none when no id is well-formed. */
export async function findProducts(
  database: Database,
  ids: readonly string[],
  locale: string | undefined,
): Promise<readonly (ProductRow | null)[]> {
  const wanted = [...new Set(ids.filter(isRowId))];
  if (wanted.length === 0) return ids.map(() => null);
  return oneForEach(ids, await readProducts<ProductRow>(database, [wanted], locale), ({ productId }) => productId);
}

/** So many products, after the given id, or without one after the first `skip` of the list. */
export interface ProductPart {
  readonly after: string | undefined;
  readonly skip: number;
  readonly limit: number;
  /** As in {@link translationLocale}. */
  readonly locale: string | undefined;
}

/** Products by id. One query. */
export function listProducts(
  database: Database,
  { after, skip, limit, locale }: ProductPart,
): Promise<readonly ProductRow[]> {
  return readPage<ProductRow>(database, [after ?? '0', limit, after === undefined ? skip : 0], locale);
}

/** How many related products a product has. */
export const relatedCount = 4;

/** Other products for each id, in order: those with words of its name, then its neighbours. One query. */
export async function listRelated(
  database: Database,
  ids: readonly string[],
  locale: string | undefined,
): Promise<readonly (readonly ProductRow[])[]> {
  const values = [[...new Set(ids)], relatedCount];
  const rows = await readRelated<ProductRow & { readonly of: string }>(database, values, locale);
  return listForEach(ids, rows, (row) => row.of);
}

/** An id, or in the form of a slug. */
function isAddress(address: string): boolean {
  return isRowId(address) || (/^[a-z0-9-]+$/.test(address) && /[a-z]/.test(address));
}

/** The product with this id or slug, also an earlier one; null for an unknown one. One query, or none. */
export async function findProductAt(
  database: Database,
  address: string,
  locale: string | undefined,
): Promise<ProductRow | null> {
  if (!isAddress(address)) return null;
  const [product = null] = await readAt<ProductRow>(database, [address], locale);
  return product;
}

/** As {@link findProductAt}, with its variants and its related products. */
export async function findWithRelated(
  database: Database,
  address: string,
  locale: string | undefined,
): Promise<ProductRow | null> {
  if (!isAddress(address)) return null;
  const [product, ...related] = await readWithRelated<ProductRow>(database, [address, relatedCount], locale);
  return product === undefined ? null : { ...product, related };
}

/** Ids of products and what stands for them in addresses, the first so many after the given one. */
export function listAddresses(
  database: Database,
  limit: number,
  after = '0',
): Promise<readonly { readonly id: string; readonly address: string }[]> {
  return database.query(addressesText, [limit, after]);
}

/** In milliseconds: each home page asks, and to count many products takes longer than to read its page. */
const keptFor = 30_000;
/** In a smaller shop the number is that of the moment. */
const leastKept = 2000;
let kept: { readonly until: number; readonly total: number } | undefined;

/** How many products there are, or are up to one of them. */
export async function countProducts(database: Database, upTo?: string): Promise<number> {
  if (upTo === undefined && kept !== undefined && kept.until > performance.now()) return kept.total;
  const [{ total = 0 } = {}] = await database.query<{ total: number }>(countText, [upTo ?? null]);
  if (upTo === undefined && total >= leastKept) kept = { until: performance.now() + keptFor, total };
  return total;
}
