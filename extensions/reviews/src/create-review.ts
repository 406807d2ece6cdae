import { createHash } from 'node:crypto';
import type { Database } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { findProductId } from './find-product-id.ts';
import { reviewLimit } from './review-limits.ts';
import { ReviewRefusal } from './review-refusal.ts';
import { checkReview, checkReviewChanges } from './review-rules.ts';
import {
  countRecent,
  deleteReview,
  findReview,
  findReviewOfForm,
  insertReview,
  type ReviewRow,
  updateReview,
} from './review-store.ts';

export interface ReviewPlace {
  /** Without it, the review is about the shop itself. */
  readonly productId?: string | undefined;
  /** The key of the form that was sent. */
  readonly formKey?: string | null | undefined;
}

/**
 * Stores a review. The same form sent twice is one review: another one with the same content has another key. Throws
 * {@link ReviewRefusal}.
 */
export async function createReview(
  context: Context,
  input: unknown,
  { productId, formKey }: ReviewPlace = {},
): Promise<ReviewRow> {
  const { database } = context;
  const review = checkReview(input);
  const known = productId === undefined ? undefined : await findProductId(context, productId);
  const { author, rating, comment } = review;
  const formDigest = formKey ? digestOf(formKey, known, author, rating, comment) : undefined;
  const before = await findReviewOfForm(database, formDigest);
  if (before !== undefined) return before;
  const source = sourceOf(context);
  if (!isModerator(context)) await requireRest(database, source);
  return insertReview(database, { ...review, productId: known, formDigest, source });
}

/** A digest of who writes: the table has no addresses. */
function sourceOf({ caller, request }: Pick<Context, 'caller' | 'request'>): string {
  return caller.kind === 'user' ? digestOf('user', caller.id) : digestOf('address', request.address);
}

function digestOf(...parts: readonly (string | number | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function isModerator({ caller }: Pick<Context, 'caller'>): boolean {
  return caller.kind === 'user' && caller.permissions.includes('reviews:write');
}

async function requireRest(database: Database, source: string): Promise<void> {
  const { count, seconds } = await countRecent(database, source, reviewLimit.seconds);
  if (count < reviewLimit.reviews) return;
  const minutes = Math.ceil(seconds / 60);
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const message = `You have written many reviews in a short time. You can write the next one in ${wait}.`;
  throw new ReviewRefusal('RATE_LIMITED', message, {}, { 'retry-after': String(seconds) });
}

/** Replaces the content of a review. Its time of creation stays. Throws {@link ReviewRefusal}. */
export async function changeReview(database: Database, id: string, input: unknown): Promise<ReviewRow> {
  return (await updateReview(database, id, checkReview(input))) ?? refuseUnknown(id);
}

/** Changes only the fields in the input. Throws {@link ReviewRefusal}. */
export async function changeReviewPartly(database: Database, id: string, input: unknown): Promise<ReviewRow> {
  return (await updateReview(database, id, checkReviewChanges(input))) ?? refuseUnknown(id);
}

/** Throws {@link ReviewRefusal} when there is no such review. */
export async function removeReview(database: Database, id: string): Promise<void> {
  if (!(await deleteReview(database, id))) refuseUnknown(id);
}

/** Throws {@link ReviewRefusal} when there is no such review. */
export async function readReview(database: Database, id: string): Promise<ReviewRow> {
  return (await findReview(database, id)) ?? refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new ReviewRefusal('NOT_FOUND', `There is no review ${JSON.stringify(id)}.`);
}
