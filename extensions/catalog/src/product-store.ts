import type { Database } from 'stoa';
import type { SearchQuery } from './search-query.ts';

/** The fields of a product without a resolver. */
export interface ProductRow {
  readonly productId: string;
  readonly name: string;
  readonly price: number;
  readonly description: string | null;
  readonly sku: string;
  readonly image: string | null;
}

const columns = `product_id::text as "productId", name, price_cents::float8 / 100 as price, description, sku, image`;
const findText = `select ${columns} from product where product_id = any($1::bigint[])`;
const pageText = `select ${columns} from product where product_id > $1::bigint order by product_id limit $2`;
const beforeText = `
  select product_id::text as id from product where product_id <= $1::bigint order by product_id desc offset $2 limit 1`;
const countText = 'select count(*)::integer as total from product';

// What has the words themselves comes before what has words that begin like them; then a name counts more than a
// description. The id makes the order of equals certain.
const hits = `hit as materialized (
  select product_id, (search_vector @@ $1::tsquery)::integer as exact,
    ts_rank('{0.05, 0.1, 0.2, 1}', search_vector,
      case when search_vector @@ $1::tsquery then $1::tsquery else $2::tsquery end) as rank
  from product where search_vector @@ $2::tsquery)`;
// The rows of the products are read for the page alone, not for all hits.
const foundText = `with ${hits},
  page as (
    select product_id, exact, rank from hit
    where $3::bigint is null or (exact, rank, -product_id) < (
      select last.exact, last.rank, -last.product_id from hit last where last.product_id = $3)
    order by exact desc, rank desc, product_id limit $4)
  select ${columns} from page join product using (product_id) order by exact desc, rank desc, product_id`;
const beforeFoundText = `with ${hits}
  select product_id::text as id from hit
  where (exact, rank, -product_id) >= (select last.exact, last.rank, -last.product_id from hit last where last.product_id = $3)
  order by exact, rank, product_id desc offset $4 limit 1`;
const countFoundText = 'select count(*)::integer as total from product where search_vector @@ $1::tsquery';
const countUpToText = 'select count(*)::integer as total from product where product_id <= $1::bigint';
const countFoundUpToText = `with ${hits}
  select count(*)::integer as total from hit
  where (exact, rank, -product_id) >= (select last.exact, last.rank, -last.product_id from hit last where last.product_id = $3)`;
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
const anyText = `
  select ${columns} from product where search_vector @@ $1::tsquery
  order by ts_rank('{0.05, 0.1, 0.2, 1}', search_vector, $1::tsquery) desc, product_id limit $2`;

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

/** Products after the given id, or from the start: what a search finds, the best first, or all by id. One query. */
export function listProducts(
  database: Database,
  { after, search, limit }: { after: string | undefined; search: SearchQuery | undefined; limit: number },
): Promise<readonly ProductRow[]> {
  if (search === undefined) return database.query<ProductRow>(pageText, [after ?? '0', limit]);
  return database.query<ProductRow>(foundText, [search.exact, search.loose, after ?? null, limit]);
}

/** The id that is so many products before the given one in its list. Undefined when there are fewer. */
export async function findIdBefore(
  database: Database,
  { from, search, count }: { from: string; search: SearchQuery | undefined; count: number },
): Promise<string | undefined> {
  const [row] =
    search === undefined
      ? await database.query<{ id: string }>(beforeText, [from, count])
      : await database.query<{ id: string }>(beforeFoundText, [search.exact, search.loose, from, count]);
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

/** How many products come before the list's page: up to the product of its cursor. */
export async function countBefore(
  database: Database,
  { after, search }: { after: string | undefined; search: SearchQuery | undefined },
): Promise<number> {
  if (after === undefined) return 0;
  const [row] =
    search === undefined
      ? await database.query<{ total: number }>(countUpToText, [after])
      : await database.query<{ total: number }>(countFoundUpToText, [search.exact, search.loose, after]);
  return row?.total ?? 0;
}

/** How many products a search finds, or how many there are. */
export async function countProducts(database: Database, search: SearchQuery | undefined): Promise<number> {
  const [row] =
    search === undefined
      ? await database.query<{ total: number }>(countText)
      : await database.query<{ total: number }>(countFoundText, [search.loose]);
  return row?.total ?? 0;
}

/** Products that have any word of a search, the best first. */
export function listSimilar(database: Database, search: SearchQuery, limit: number): Promise<readonly ProductRow[]> {
  return database.query<ProductRow>(anyText, [search.any, limit]);
}
