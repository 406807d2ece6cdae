import { type Database, isRowId } from 'stoa';
import type { Transaction } from '../reviews.gen.ts';
import { type PublishedReview, payloadOf } from './review-events.ts';
import { columns, type ReviewRow, type ReviewState } from './review-row.ts';
import type { ReviewChanges, ReviewInput } from './review-rules.ts';

const insertText = `
  insert into review (product_id, author, rating, comment, form_digest, source, guest, visitor, bought, state, published)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10 = 'PUBLISHED')
  on conflict (form_digest) do nothing returning ${columns}`;
const ofFormText = `select ${columns} from review where form_digest = $1`;
const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const sameText = `
  select ${columns} from review where source = $1 and created_at > now() - make_interval(secs => $2)
  and product_id is not distinct from $3 and author = $4 and rating = $5 and comment = $6
  order by created_at desc limit 1`;
const recentText = `
  select count(*)::integer as count, coalesce(ceil(extract(epoch from min(created_at) - now()) + $2), 1)::integer as seconds
  from review where source = $1 and created_at > now() - make_interval(secs => $2)`;
const lockReviewText = 'select rating, published from review where review_id = $1::bigint for update';
const updateText = `
  update review set author = coalesce($2, author), rating = coalesce($3, rating), comment = coalesce($4, comment)
  where review_id = $1::bigint returning ${columns}`;
const deleteText = `delete from review where review_id = $1::bigint returning ${columns}, published`;
const deleteSomeText = `
  delete from review where review_id in (
    select review_id from review where product_id = $1 order by review_id limit 100 for update)
  returning review_id::text as id, product_id as "productId", rating, published`;

const moveText = `
  update review set visitor = $2 where review_id = $1::bigint and state = 'WAITING' and guest and source = $3`;
const forgetText = `
  update review set source = null where guest and source is not null and created_at < now() - interval '1 day'`;

export interface NewReview extends ReviewInput {
  /** Without it, the review is about the shop itself. */
  readonly productId: string | undefined;
  /** Undefined for a client without a form. */
  readonly formDigest: string | undefined;
  /** A digest of the customer, or of a guest's address. */
  readonly source: string;
  readonly guest: boolean;
  /** A digest of the browser's id, where a guest writes. */
  readonly visitor: string | null;
  readonly bought: boolean;
}

/** Stores a review once: a form that was stored before gives the review of then. Tells others of it, unless it waits. */
export async function insertReview(
  transaction: Transaction,
  review: NewReview,
  state: ReviewState,
): Promise<ReviewRow> {
  const { productId, author, rating, comment, formDigest, source, guest, visitor, bought } = review;
  const said = [productId ?? null, author, rating, comment];
  const values = [...said, formDigest ?? null, source, guest, visitor, bought, state];
  const [row] = await transaction.query<ReviewRow>(insertText, values);
  if (row?.state === 'PUBLISHED') await transaction.publish('review.created', payloadOf(row));
  const stored = row ?? (await findReviewOfForm(transaction, formDigest));
  if (stored === undefined) throw new Error('insert into review returned no row');
  return stored;
}

/** The review that a form has stored. */
export async function findReviewOfForm(
  database: Database,
  formDigest: string | undefined,
): Promise<ReviewRow | undefined> {
  if (formDigest === undefined) return undefined;
  const [row] = await database.query<ReviewRow>(ofFormText, [formDigest]);
  return row;
}

/** Until the transaction ends, others of this source wait: of two requests at once, the second finds the review. */
export async function lockSource(transaction: Database, source: string): Promise<void> {
  await transaction.query(lockText, [source]);
}

/** A review of the same source and content from so many seconds. */
export async function findSameReview(
  database: Database,
  { productId, author, rating, comment, source }: NewReview,
  seconds: number,
): Promise<ReviewRow | undefined> {
  const values = [source, seconds, productId ?? null, author, rating, comment];
  const [row] = await database.query<ReviewRow>(sameText, values);
  return row;
}

/** Gives a waiting review of a guest to another browser of the same address, which then shows it. */
export async function moveToVisitor(database: Database, id: string, { visitor, source }: NewReview): Promise<void> {
  if (visitor !== null) await database.query(moveText, [id, visitor, source]);
}

/** Forgets the addresses of guests. After minutes, nothing asks for them. */
export async function forgetSources(database: Database): Promise<void> {
  await database.query(forgetText);
}

/** How many reviews a source has written in so many seconds, and in how many the first of them no longer counts. */
export async function countRecent(
  database: Database,
  source: string,
  seconds: number,
): Promise<{ readonly count: number; readonly seconds: number }> {
  const [row] = await database.query<{ count: number; seconds: number }>(recentText, [source, seconds]);
  return row ?? { count: 0, seconds: 0 };
}

/** Changes the given fields. Undefined when there is no such review. */
export async function updateReview(
  transaction: Transaction,
  id: string,
  { author, rating, comment }: ReviewChanges,
): Promise<ReviewRow | undefined> {
  if (!isRowId(id)) return undefined;
  const [before] = await transaction.query<{ rating: number; published: boolean }>(lockReviewText, [id]);
  const [row] = await transaction.query<ReviewRow>(updateText, [id, author ?? null, rating ?? null, comment ?? null]);
  if (row !== undefined && before?.published && before.rating !== row.rating)
    await transaction.publish('review.changed', { ...payloadOf(row), ratingBefore: before.rating });
  return row;
}

/** False when there was no such review. */
export async function deleteReview(transaction: Transaction, id: string): Promise<boolean> {
  if (!isRowId(id)) return false;
  const [row] = await transaction.query<PublishedReview & { published: boolean }>(deleteText, [id]);
  if (row?.published) await transaction.publish('review.deleted', payloadOf(row));
  return row !== undefined;
}

/** Deletes up to a hundred reviews of a product. False when there was none. */
export async function deleteSomeOf(transaction: Transaction, productId: string): Promise<boolean> {
  const rows = await transaction.query<PublishedReview & { published: boolean }>(deleteSomeText, [productId]);
  for (const row of rows) if (row.published) await transaction.publish('review.deleted', payloadOf(row));
  return rows.length > 0;
}
