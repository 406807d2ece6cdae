import type { Database } from 'stoa';
import { columns, type ProductRow } from './product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

// migrations/005-search-functions.sql says what the functions do. Places count from 1. A product that the search does
// not find has none, and nothing comes before or after it.
const hits = `hit as materialized (select * from ranked_products($1::tsquery, $2::tsquery, ${mostFound}))`;
const placeOf = '(select at.place from hit at where at.product_id = $3::bigint)';
// The rows of the products are read for the page alone, not for all hits.
const pageText = `with ${hits},
  page as (select * from hit where $3::bigint is null or place > ${placeOf} order by place limit $4)
  select ${columns}, (select count(*)::integer from hit) as total
  from page join product using (product_id) order by place`;
const countText = `with ${hits} select count(*)::integer as total from hit`;
const beforeText = `with ${hits} select product_id::text as id from hit where place = ${placeOf} - $4`;
const countUpToText = `with ${hits} select count(*)::integer as total from hit where place <= ${placeOf}`;
const similarText = `
  select ${columns} from similar_products($1::tsquery, $2) join product using (product_id) order by place`;

/**
 * A page of what a search finds, the best first. `total` is at most {@link mostFound}. One query, or two for an empty
 * page.
 */
export async function listFound(
  database: Database,
  search: SearchQuery,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }> {
  const values = [search.exact, search.loose, after ?? null, limit];
  const rows = await database.query<ProductRow & { readonly total: number }>(pageText, values);
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countFound(database, search));
  return { rows, total };
}

async function countFound(database: Database, { exact, loose }: SearchQuery): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText, [exact, loose]);
  return row?.total ?? 0;
}

/** The id that is so many products before the given one in what a search finds. Undefined when there are fewer. */
export async function findIdBeforeFound(
  database: Database,
  { exact, loose }: SearchQuery,
  { from, count }: { from: string; count: number },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(beforeText, [exact, loose, from, count]);
  return row?.id;
}

/** How many products a search finds up to this one. */
export async function countFoundUpTo(
  database: Database,
  { exact, loose }: SearchQuery,
  productId: string,
): Promise<number> {
  const [row] = await database.query<{ total: number }>(countUpToText, [exact, loose, productId]);
  return row?.total ?? 0;
}

/** Products that are about any word of a search, the best first. */
export function listSimilar(database: Database, search: SearchQuery, limit: number): Promise<readonly ProductRow[]> {
  return database.query<ProductRow>(similarText, [search.any, limit]);
}
