import type { Database } from 'stoa';
import { productStatement } from './product-statement.ts';
import type { ProductPart, ProductRow } from './product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

// migrations/004 to 006 say what the functions do. Places count from 1. A product that the search does
// not find has none, and nothing comes before or after it.
const hits = `hit as materialized (select * from ranked_products($1::tsquery, $2::tsquery, ${mostFound}, $3))`;
const placeOf = '(select at.place from hit at where at.product_id = $4::bigint)';
// The rows of the products are read for the page alone, not for all hits.
const readPage = productStatement(
  5,
  (columns, products) => `with ${hits},
  page as (select * from hit where $4::bigint is null or place > ${placeOf} order by place limit $5)
  select ${columns}, (select count(*)::integer from hit) as total
  from page join ${products} using (product_id) order by place`,
);
const countText = `with ${hits} select count(*)::integer as total from hit`;
const beforeText = `with ${hits} select product_id::text as id from hit where place = ${placeOf} - $5`;
const countUpToText = `with ${hits} select count(*)::integer as total from hit where place <= ${placeOf}`;
const readSimilar = productStatement(
  3,
  (columns, products) =>
    `select ${columns} from similar_products($1::tsquery, $2, $3) join ${products} using (product_id) order by place`,
);

/**
 * A page of what a search finds, the best first. `total` is at most {@link mostFound}. One query, or two for an empty
 * page.
 */
export async function listFound(
  database: Database,
  search: SearchQuery,
  { after, limit, locale }: ProductPart,
): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }> {
  const values = [...wordsOf(search), after ?? null, limit];
  const rows = await readPage<ProductRow & { readonly total: number }>(database, values, locale);
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countFound(database, search));
  return { rows, total };
}

function wordsOf({ exact, loose, locale }: SearchQuery): readonly unknown[] {
  return [exact, loose, locale ?? null];
}

async function countFound(database: Database, search: SearchQuery): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText, wordsOf(search));
  return row?.total ?? 0;
}

/** The id that is so many products before the given one in what a search finds. Undefined when there are fewer. */
export async function findIdBeforeFound(
  database: Database,
  search: SearchQuery,
  { from, count }: { from: string; count: number },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(beforeText, [...wordsOf(search), from, count]);
  return row?.id;
}

/** How many products a search finds up to this one. */
export async function countFoundUpTo(database: Database, search: SearchQuery, productId: string): Promise<number> {
  const [row] = await database.query<{ total: number }>(countUpToText, [...wordsOf(search), productId]);
  return row?.total ?? 0;
}

/** Products that are about any word of a search, the best first. */
export function listSimilar(database: Database, search: SearchQuery, limit: number): Promise<readonly ProductRow[]> {
  return readSimilar<ProductRow>(database, [search.any, limit, search.locale ?? null], search.locale);
}
