import type { Context } from '../reviews.gen.ts';
import { digestOf } from './digest.ts';
import { findProductId } from './find-product-id.ts';
import { requireAllowance, sourceOf } from './limit-reviews.ts';
import { sameReviewSeconds } from './review-limits.ts';
import { checkReview, type ReviewChanges } from './review-rules.ts';
import { findReviewOfForm, findSameReview, insertReview, lockSource, type ReviewRow } from './review-store.ts';

export interface ReviewOrigin {
  /** Without it, the review is about the shop itself. */
  readonly productId?: string | null | undefined;
  /** The key of the form that was sent. */
  readonly formKey?: string | null | undefined;
}

/**
 * Stores a review, for REST, GraphQL and the form alike. The same form sent twice is one review, and so is the same
 * content that one sender sends twice within ten minutes: who goes back and publishes again gets a page with another
 * key, into which the browser fills the old text. Throws StoaError.
 */
export async function createReview(
  context: Context,
  input: ReviewChanges,
  { productId, formKey }: ReviewOrigin = {},
): Promise<ReviewRow> {
  const review = checkReview(input);
  const known = productId == null ? undefined : await findProductId(context, productId);
  const { author, rating, comment } = review;
  const formDigest = formKey ? digestOf(formKey, known, author, rating, comment) : undefined;
  const sent = { ...review, productId: known, formDigest, source: sourceOf(context) };
  return await context.database.transaction(async (database) => {
    await lockSource(database, sent.source);
    const before = await findReviewOfForm(database, formDigest);
    const same = before ?? (await findSameReview(database, sent, sameReviewSeconds));
    if (same !== undefined) return same;
    await requireAllowance({ caller: context.caller, database }, sent.source);
    return await insertReview(database, sent);
  });
}
