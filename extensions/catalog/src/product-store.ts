import type { Database } from 'stoa';

/** The fields of a product without a resolver. */
export interface ProductRow {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string | null;
  readonly sku: string;
  readonly image: string | null;
}

/** Columns of a {@link ProductRow}. */
export const columns = `product_id::text as "productId", name, price_cents::float8 / 100 as price, description, sku, image`;
const findText = `select ${columns} from product where product_id = any($1::bigint[])`;
const pageText = `select ${columns} from product where product_id > $1::bigint order by product_id limit $2`;
const beforeText = `
  select product_id::text as id from product where product_id <= $1::bigint order by product_id desc offset $2 limit 1`;
const countText = 'select count(*)::integer as total from product';

const countUpToText = 'select count(*)::integer as total from product where product_id <= $1::bigint';
const relatedText = `
  select related.*, own.product_id::text as of
  from product own, lateral (
    select string_agg(quote_literal(word), ' | ')::tsquery as words
    from unnest(tsvector_to_array(search_words(own.name))) word where word ~ '[[:alpha:]]{3}') name,
  lateral (
    select ${columns} from product
    where product_id <> own.product_id
      and (search_vector @@ name.words or product_id between own.product_id - 5 and own.product_id + 5)
    order by ts_rank('{0, 0, 0, 1}', search_vector, name.words) desc nulls last, abs(product_id - own.product_id), product_id
    limit 4) related
  where own.product_id = any($1::bigint[])`;
// At most 18 digits, so every match is a bigint. No leading zero, so a product has only one id.
const idPattern = /^[1-9][0-9]{0,17}$/;

/** Whether a text has the form of a product id. */
export function isProductId(text: string): boolean {
  return idPattern.test(text);
}

/** One entry for each id, in order; null for an unknown product. One query, or none when no id is well-formed. */
export async function findProducts(
  database: Database,
  ids: readonly string[],
): Promise<readonly (ProductRow | null)[]> {
  const wanted = [...new Set(ids.filter(isProductId))];
  if (wanted.length === 0) return ids.map(() => null);
  const rows = await database.query<ProductRow>(findText, [wanted]);
  const byId = new Map(rows.map((row) => [row.productId, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Products after the given id, or from the start, by id. One query. */
export function listProducts(
  database: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<readonly ProductRow[]> {
  return database.query<ProductRow>(pageText, [after ?? '0', limit]);
}

/** The id that is so many products before the given one. Undefined when there are fewer. */
export async function findIdBefore(database: Database, from: string, count: number): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(beforeText, [from, count]);
  return row?.id;
}

/** Up to four other products for each id, in order: those with words of its name, then its neighbours. One query. */
export async function listRelated(
  database: Database,
  ids: readonly string[],
): Promise<readonly (readonly ProductRow[])[]> {
  const rows = await database.query<ProductRow & { readonly of: string }>(relatedText, [[...new Set(ids)]]);
  const byProduct = Map.groupBy(rows, (row) => row.of);
  return ids.map((id) => byProduct.get(id) ?? []);
}

/** Ids of products, the first so many. */
export async function listProductIds(database: Database, limit: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    'select product_id::text as id from product order by product_id limit $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** How many products there are up to this one. */
export async function countUpTo(database: Database, productId: string): Promise<number> {
  const [row] = await database.query<{ total: number }>(countUpToText, [productId]);
  return row?.total ?? 0;
}

/** How many products there are. */
export async function countProducts(database: Database): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText);
  return row?.total ?? 0;
}
