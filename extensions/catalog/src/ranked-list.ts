import type { Database } from 'stoa';
import { facetsText } from './facets-text.ts';
import { productStatement } from './product-statement.ts';
import type { ProductPart, ProductRow } from './product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

/** A list in which each product has a place: what a search finds, or products in an order; filtered. */
export interface RankedList {
  readonly statements: Statements;
  /** For $1 to $4 of the statements. The last are chosen values of facets. */
  readonly values: readonly unknown[];
}

type Statements = ReturnType<typeof statementsFor>;

// migrations/004 to 014 say what the functions do. Places count from 1. A product that is not in the list has none, and
// nothing comes before or after it.
const found = statementsFor(`ranked_products($1::tsquery, $2::tsquery, ${mostFound}, $3)`);
const sorted = statementsFor('sorted_products($1, $2, $3)');

function statementsFor(list: string) {
  const hits = `hit as materialized (
    select product_id, row_number() over (order by place) as place from ${list}
    where $4::text[] = '{}' or not exists (select from chosen_values($4))
      or product_id in (select product_id from products_with($4)))`;
  return {
    // The rows of the products are read for the page alone, not for all hits.
    readPage: productStatement(
      7,
      (columns, products) => `with ${hits},
  page as (
    select * from hit
    where place > case when $5::bigint is null then $7 else (select place from hit where product_id = $5::bigint) end
    order by place limit $6)
  select ${columns}, place::integer, (select count(*)::integer from hit) as total
  from page join ${products} using (product_id) order by place`,
    ),
    countText: `with ${hits} select count(*)::integer as total from hit`,
    facetsText: facetsText(list),
  };
}

/** What a search finds, the best first: at most {@link mostFound}. */
export function foundBy({ exact, loose, locale }: SearchQuery, chosen: readonly string[]): RankedList {
  return { statements: found, values: [exact, loose, locale ?? null, chosen] };
}

/** Products of a category, or of all. */
export function sortedBy(
  { category, sort }: { readonly category: string | undefined; readonly sort: string },
  locale: string | undefined,
  chosen: readonly string[],
): RankedList {
  return { statements: sorted, values: [category ?? null, sort, locale ?? null, chosen] };
}

/** A part of the list. */
export interface RankedPart {
  readonly rows: readonly ProductRow[];
  /** How many products come before it. */
  readonly offset: number;
  /** How many products the whole list has. */
  readonly total: number;
}

/** One query, or two for an empty page. */
export async function listRanked(
  database: Database,
  list: RankedList,
  { after, skip, limit, locale }: ProductPart,
): Promise<RankedPart> {
  const values = [...list.values, after ?? null, limit, skip];
  const rows = await list.statements.readPage<ProductRow & { readonly place: number; readonly total: number }>(
    database,
    values,
    locale,
  );
  const [first] = rows;
  if (first !== undefined) return { rows, offset: first.place - 1, total: first.total };
  const total = after === undefined && skip === 0 ? 0 : await countRanked(database, list);
  return { rows, offset: after === undefined ? skip : total, total };
}

/** How many products it has. One query. */
export async function countRanked(database: Database, { statements, values }: RankedList): Promise<number> {
  const [row] = await database.query<{ total: number }>(statements.countText, values);
  return row?.total ?? 0;
}
