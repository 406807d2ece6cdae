import type { Database } from 'stoa';
import { productStatement } from './product-statement.ts';
import type { ProductPart, ProductRow } from './product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

/** A list in which each product has a place: what a search finds, or products in an order. */
export interface RankedList {
  readonly statements: Statements;
  /** For $1 to $3 of the statements. */
  readonly values: readonly unknown[];
}

type Statements = ReturnType<typeof statementsFor>;

// migrations/004 to 010 say what the functions do. Places count from 1. A product that is not in the list has none, and
// nothing comes before or after it.
const found = statementsFor(`ranked_products($1::tsquery, $2::tsquery, ${mostFound}, $3)`);
const sorted = statementsFor('sorted_products($1, $2, $3)');

function statementsFor(list: string) {
  const hits = `hit as materialized (select * from ${list})`;
  const placeOf = '(select at.place from hit at where at.product_id = $4::bigint)';
  return {
    // The rows of the products are read for the page alone, not for all hits.
    readPage: productStatement(
      5,
      (columns, products) => `with ${hits},
  page as (select * from hit where $4::bigint is null or place > ${placeOf} order by place limit $5)
  select ${columns}, (select count(*)::integer from hit) as total
  from page join ${products} using (product_id) order by place`,
    ),
    countText: `with ${hits} select count(*)::integer as total from hit`,
    beforeText: `with ${hits} select product_id::text as id from hit where place = ${placeOf} - $5`,
    countUpToText: `with ${hits} select count(*)::integer as total from hit where place <= ${placeOf}`,
  };
}

/** What a search finds, the best first: at most {@link mostFound}. */
export function foundBy({ exact, loose, locale }: SearchQuery): RankedList {
  return { statements: found, values: [exact, loose, locale ?? null] };
}

/** Products of a category, or of all. */
export function sortedBy(category: string | undefined, sort: string, locale: string | undefined): RankedList {
  return { statements: sorted, values: [category ?? null, sort, locale ?? null] };
}

/** A page of the list, and how many products the whole has. One query, or two for an empty page. */
export async function listRanked(
  database: Database,
  list: RankedList,
  { after, limit, locale }: ProductPart,
): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }> {
  const values = [...list.values, after ?? null, limit];
  const rows = await list.statements.readPage<ProductRow & { readonly total: number }>(database, values, locale);
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countRanked(database, list));
  return { rows, total };
}

async function countRanked(database: Database, { statements, values }: RankedList): Promise<number> {
  const [row] = await database.query<{ total: number }>(statements.countText, values);
  return row?.total ?? 0;
}

/** The id that is so many products before the given one in the list. Undefined when there are fewer. */
export async function findIdBeforeRanked(
  database: Database,
  { statements, values }: RankedList,
  { from, count }: { from: string; count: number },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(statements.beforeText, [...values, from, count]);
  return row?.id;
}

/** How many products the list has up to this one. */
export async function countRankedUpTo(
  database: Database,
  { statements, values }: RankedList,
  productId: string,
): Promise<number> {
  const [row] = await database.query<{ total: number }>(statements.countUpToText, [...values, productId]);
  return row?.total ?? 0;
}
