import type { Database } from 'stoa';

/** A product as GraphQL has it, without what other fields' resolvers add. */
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
// A term is looked for as it is: strpos knows no wildcards that would have to be escaped.
const matches = 'not exists (select from unnest($1::text[]) as term where strpos(search_text, lower(term)) = 0)';
const pageText = `
  select ${columns} from product where ${matches} and product_id > $2::bigint order by product_id limit $3`;
const beforeText = `
  select product_id::text as id from product where ${matches} and product_id <= $2::bigint
  order by product_id desc offset $3 limit 1`;
const countText = `select count(*)::integer as total from product where ${matches}`;

// At most 18 digits, so that every match is a bigint; no leading zero, so that one product has one id.
const idPattern = /^[1-9][0-9]{0,17}$/;

/** Whether the text could be a product's id. */
export function isProductId(text: string): boolean {
  return idPattern.test(text);
}

/** One answer for each id, in order; null where there is no such product. One query, or none when no id is well-formed. */
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

/** The products that have all terms and follow the given id (from the start when it is undefined), by id. */
export function listProducts(
  database: Database,
  { after = '0', terms, limit }: { after: string | undefined; terms: readonly string[]; limit: number },
): Promise<readonly ProductRow[]> {
  return database.query<ProductRow>(pageText, [terms, after, limit]);
}

/** Of the products that have all terms, the id so many before a given one; undefined when there are not so many. */
export async function findIdBefore(
  database: Database,
  { from, terms, count }: { from: string; terms: readonly string[]; count: number },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(beforeText, [terms, from, count]);
  return row?.id;
}

/** How many products have all terms. */
export async function countProducts(database: Database, terms: readonly string[]): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText, [terms]);
  return row?.total ?? 0;
}
