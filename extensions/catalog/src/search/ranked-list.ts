import type { Database } from 'stoa';
import type { ChosenFacet } from '../facets/chosen-facets.ts';
import { isShown, productStatement } from '../product-statement.ts';
import type { ProductPart, ProductRow } from '../product-store.ts';
import type { SearchQuery } from './search-query.ts';
import { mostFound } from './search-terms.ts';

/** A list in which each product has a place: what a search finds, or products in an order; filtered. */
export interface RankedList {
  /** Of a `from` clause, with the table product_listing as p. */
  readonly source: string;
  /** What the list is ordered by, and then by product_id. */
  readonly key: string;
  /** Of `source`, and after them those of the filter. */
  readonly values: readonly unknown[];
  readonly chosen: readonly ChosenFacet[];
  /** Whether {@link listRanked} tells its products of before the filter, since to find them again costs as much. */
  readonly tellsHits: boolean;
}

/** What a search finds, the best first: at most {@link mostFound}. */
export function foundBy({ exact, loose, locale }: SearchQuery, chosen: readonly ChosenFacet[]): RankedList {
  return {
    source: `ranked_products($1::tsquery, $2::tsquery, ${mostFound}, $3) r join product_listing p using (product_id) where ${isShown}`,
    key: 'r.place',
    values: [exact, loose, locale ?? null],
    chosen,
    tellsHits: true,
  };
}

interface Order {
  readonly key: string;
  /** What the key needs beside the product. */
  readonly joined?: string;
}

const presentPrice = " left join present_price n on n.sku = p.sku and n.said_at > now() - interval '2 hours'";
const orders: Readonly<Record<string, Order>> = {
  NAME: { key: 'lower(p.name) collate name_order' },
  PRICE: { key: 'coalesce(n.price_cents, p.price_cents)', joined: presentPrice },
  PRICE_DOWN: { key: '-coalesce(n.price_cents, p.price_cents)', joined: presentPrice },
  NEWEST: { key: '-p.product_id' },
};

/** By names in a locale, which is a parameter. */
function byNameIn(locale: string): Order {
  return {
    key: 'lower(coalesce(t.name, l.name, p.name)) collate name_order',
    joined: ` left join product_translation t on t.product_id = p.product_id and t.locale = ${locale}
    left join product_translation l on l.product_id = p.product_id and l.locale = split_part(${locale}, '-', 1)`,
  };
}

/** Products of a category and of those below it, or of all. */
export function sortedBy(
  { category, sort }: { readonly category: string | undefined; readonly sort: string },
  locale: string | undefined,
  chosen: readonly ChosenFacet[],
): RankedList {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}::text`;
  const isTranslated = sort === 'NAME' && locale !== undefined;
  const { key, joined = '' } = isTranslated ? byNameIn(parameter(locale)) : (orders[sort] ?? { key: '0' });
  const within = category === undefined ? '' : ` and ${inCategory(parameter(category))}`;
  // No join gives a second row for a product, so that PostgreSQL leaves it out where the order does not matter.
  const source = `product_listing p${joined} where ${isShown}${within}`;
  return { source, key, values, chosen, tellsHits: false };
}

/** An array, so that PostgreSQL compares a product's category with it, or asks the index, instead of joining. */
function inCategory(slug: string): string {
  return `p.category_id = any(array(
  with recursive below as (
    select c.category_id from category c where c.slug = ${slug}
    union select c.category_id from category c join below b on c.parent_id = b.category_id)
  select category_id from below))`;
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
  /** The same list by its products, for those who count them. */
  readonly list: RankedList;
}

/** One query, or two for an empty page. The rows of the products are read for the page alone, not for all hits. */
export async function listRanked(
  database: Database,
  list: RankedList,
  { after, skip, limit, locale }: ProductPart,
): Promise<RankedPart> {
  const { conditions, values } = filterOf(list);
  const [cursor, most, skipped] = [1, 2, 3].map((number) => `$${values.length + number}`);
  const read = `select p.product_id, ${list.key} as key`;
  const hit = list.tellsHits
    ? `found as materialized (${read}, p.value_ids from ${list.source}),
  hit as materialized (select product_id, key from found p where ${['true', ...conditions].join(' and ')})`
    : `hit as materialized (${read} from ${[list.source, ...conditions].join(' and ')})`;
  const hits = list.tellsHits
    ? `, case when row_number() over (order by key, product_id) = 1
      then array(select product_id::text from found) end as hits`
    : '';
  // The whole list is read once. Only what the limit keeps of it is sorted.
  const readPage = productStatement(
    values.length + 3,
    (columns, products) => `with ${hit},
  cursor as (select key, product_id from hit where product_id = ${cursor}::bigint),
  page as (
    select * from hit where ${cursor}::bigint is null or (key, product_id) > (select key, product_id from cursor)
    order by key, product_id limit ${most} offset case when ${cursor}::bigint is null then ${skipped}::bigint else 0 end)
  select ${columns}, (select count(*)::integer from hit) as total,
    case when ${cursor}::bigint is null then 0 else (
      select count(*)::integer from hit where (key, product_id) <= (select key, product_id from cursor)) end as before${hits}
  from page join ${products} using (product_id) order by key, product_id`,
  );
  const rows = await readPage<HitRow>(database, [...values, after ?? null, limit, skip], locale);
  const [first] = rows;
  if (first !== undefined) {
    const { before, total, hits = null } = first;
    const counted = hits === null ? list : hitsOf(list, hits);
    return { rows, offset: after === undefined ? skip : before, total, list: counted };
  }
  const total = after === undefined && skip === 0 ? 0 : await countRanked(database, list);
  return { rows, offset: after === undefined ? skip : total, total, list };
}

interface HitRow extends ProductRow {
  readonly before: number;
  readonly total: number;
  readonly hits?: readonly string[] | null;
}

function hitsOf(list: RankedList, hits: readonly string[]): RankedList {
  return { ...list, source: 'product_listing p where p.product_id = any($1::bigint[])', values: [hits] };
}

/** How many products it has. One query. */
export async function countRanked(database: Database, list: RankedList): Promise<number> {
  const { conditions, values } = filterOf(list);
  // stoa-allow LINT_SQL_FILLED: texts of this file, and numbers of parameters
  const text = `select count(*)::integer as total from ${[list.source, ...conditions].join(' and ')}`;
  const [row] = await database.query<{ total: number }>(text, values);
  return row?.total ?? 0;
}
