import type { Database } from 'stoa';
import type { ChosenFacet } from './chosen-values.ts';
import { productStatement } from './product-statement.ts';
import type { ProductPart, ProductRow } from './product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

/** A list in which each product has a place: what a search finds, or products in an order; filtered. */
export interface RankedList {
  /** Of a `from` clause, with the table product as p. */
  readonly source: string;
  readonly order: string;
  /** Of `source`, and after them those of the filter. */
  readonly values: readonly unknown[];
  readonly chosen: readonly ChosenFacet[];
}

/** What a search finds, the best first: at most {@link mostFound}. */
export function foundBy({ exact, loose, locale }: SearchQuery, chosen: readonly ChosenFacet[]): RankedList {
  return {
    source: `ranked_products($1::tsquery, $2::tsquery, ${mostFound}, $3) r join product p using (product_id) where true`,
    order: 'r.place',
    values: [exact, loose, locale ?? null],
    chosen,
  };
}

const orders: Readonly<Record<string, string>> = {
  NAME: 'lower(coalesce(t.name, p.name)), p.product_id',
  PRICE: 'p.price_cents, p.product_id',
  PRICE_DOWN: 'p.price_cents desc, p.product_id',
  NEWEST: 'p.product_id desc',
};

// An array, so that PostgreSQL compares a product's category with it, or asks the index, instead of joining.
const inCategory = `p.category_id = any(array(
  with recursive below as (
    select c.category_id from category c where c.slug = $2
    union select c.category_id from category c join below b on c.parent_id = b.category_id)
  select category_id from below))`;

/** Products of a category and of those below it, or of all. */
export function sortedBy(
  { category, sort }: { readonly category: string | undefined; readonly sort: string },
  locale: string | undefined,
  chosen: readonly ChosenFacet[],
): RankedList {
  const translated = `product p left join product_translation t on t.product_id = p.product_id and t.locale = $1::text`;
  return {
    source: `${translated} where ${category === undefined ? 'true' : inCategory}`,
    order: orders[sort] ?? 'p.product_id',
    values: category === undefined ? [locale ?? null] : [locale ?? null, category],
    chosen,
  };
}

/** A condition for each facet of which a value is chosen, and the values of the conditions. */
export function filterOf({ values, chosen }: RankedList) {
  return {
    conditions: chosen.map((_facet, index) => `p.value_ids && $${values.length + index + 1}::integer[]`),
    values: [...values, ...chosen.map(({ valueIds }) => valueIds)],
  };
}

/** A part of the list. */
export interface RankedPart {
  readonly rows: readonly ProductRow[];
  /** How many products come before it. */
  readonly offset: number;
  /** How many products the whole list has. */
  readonly total: number;
}

/** One query, or two for an empty page. The rows of the products are read for the page alone, not for all hits. */
export async function listRanked(
  database: Database,
  list: RankedList,
  { after, skip, limit, locale }: ProductPart,
): Promise<RankedPart> {
  const { conditions, values } = filterOf(list);
  const [cursor, most, skipped] = [1, 2, 3].map((number) => `$${values.length + number}`);
  const readPage = productStatement(
    values.length + 3,
    (columns, products) => `with hit as materialized (
    select p.product_id, row_number() over (order by ${list.order}) as place
    from ${[list.source, ...conditions].join(' and ')}),
  page as (
    select * from hit
    where place > case when ${cursor}::bigint is null then ${skipped}
      else (select place from hit where product_id = ${cursor}::bigint) end
    order by place limit ${most})
  select ${columns}, place::integer, (select count(*)::integer from hit) as total
  from page join ${products} using (product_id) order by place`,
  );
  const rows = await readPage<ProductRow & { readonly place: number; readonly total: number }>(
    database,
    [...values, after ?? null, limit, skip],
    locale,
  );
  const [first] = rows;
  if (first !== undefined) return { rows, offset: first.place - 1, total: first.total };
  const total = after === undefined && skip === 0 ? 0 : await countRanked(database, list);
  return { rows, offset: after === undefined ? skip : total, total };
}

/** How many products it has. One query. */
export async function countRanked(database: Database, list: RankedList): Promise<number> {
  const { conditions, values } = filterOf(list);
  // stoa-allow LINT_SQL_FILLED: texts of this file, and numbers of parameters
  const text = `select count(*)::integer as total from ${[list.source, ...conditions].join(' and ')}`;
  const [row] = await database.query<{ total: number }>(text, values);
  return row?.total ?? 0;
}
