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

const columns = `product_id::text as "productId", name, price_cents::float8 / 100 as price, description, sku, image`;
const findText = `select ${columns} from product where product_id = any($1::bigint[])`;
// strpos searches for the literal term: it has no wildcards to escape.
const matches = 'not exists (select from unnest($1::text[]) as term where strpos(search_text, lower(term)) = 0)';
const pageText = `
  select ${columns} from product where ${matches} and product_id > $2::bigint order by product_id limit $3`;
const beforeText = `
  select product_id::text as id from product where ${matches} and product_id <= $2::bigint
  order by product_id desc offset $3 limit 1`;
const countText = `select count(*)::integer as total from product where ${matches}`;

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

/** Products that contain all terms, by id, after the given id. Without that id, from the start. */
export function listProducts(
  database: Database,
  { after = '0', terms, limit }: { after: string | undefined; terms: readonly string[]; limit: number },
): Promise<readonly ProductRow[]> {
  return database.query<ProductRow>(pageText, [terms, after, limit]);
}

/**
 * The id that is `distance` products before the given one, among products that contain all terms. Undefined when
 * there are fewer.
 */
export async function findIdBefore(
  database: Database,
  { from, terms, count }: { from: string; terms: readonly string[]; count: number },
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(beforeText, [terms, from, count]);
  return row?.id;
}

/** The number of products that contain all terms. */
export async function countProducts(database: Database, terms: readonly string[]): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText, [terms]);
  return row?.total ?? 0;
}
