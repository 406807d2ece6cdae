import { type Database, isRowId, listForEach, oneForEach } from 'stoa';
import type { ReviewAuthor } from './review-author.ts';
import { columns, type ReviewRow, type ReviewState } from './review-row.ts';

const findText = `
  select ${columns} from review where review_id = any($1::bigint[]) and (state = 'PUBLISHED' or $2)`;
const ofProductsText = `
  select ${columns} from review where product_id = any($1::text[]) and state = 'PUBLISHED'
  order by created_at desc, review_id desc`;
const countText = 'select count(*)::integer as total from review where state = $1';
const waitingText = `
  select ${columns} from review
  where product_id = any($1::text[]) and state = 'WAITING' and (source = $2 or visitor = $3)
  order by created_at desc, review_id desc`;

/** One entry for each id, in order; null for an unknown review, and for one that is not published, unless all count. */
export async function findReviews(
  database: Database,
  ids: readonly string[],
  { all }: { readonly all: boolean },
): Promise<readonly (ReviewRow | null)[]> {
  const wanted = [...new Set(ids.filter(isRowId))];
  if (wanted.length === 0) return ids.map(() => null);
  return oneForEach(ids, await database.query<ReviewRow>(findText, [wanted, all]), ({ id }) => id);
}

/** One list for each product, in order, newest first. One query. */
export async function reviewsOfProducts(
  database: Database,
  productIds: readonly string[],
): Promise<readonly (readonly ReviewRow[])[]> {
  const rows = await database.query<ReviewRow>(ofProductsText, [[...new Set(productIds)]]);
  return listForEach(productIds, rows, ({ productId }) => productId);
}

export async function countReviews(database: Database, state: ReviewState): Promise<number> {
  const [row] = await database.query<{ total: number }>(countText, [state]);
  return row?.total ?? 0;
}

/** For each product, what an author has written that waits. One query, or none for an author who is not known. */
export async function waitingOf(
  database: Database,
  productIds: readonly string[],
  { customer, visitor }: ReviewAuthor,
): Promise<readonly (readonly ReviewRow[])[]> {
  if (customer === null && visitor === null) return productIds.map(() => []);
  const values = [[...new Set(productIds)], customer, visitor];
  return listForEach(productIds, await database.query<ReviewRow>(waitingText, values), ({ productId }) => productId);
}
