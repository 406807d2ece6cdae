import type { Context } from '../reviews.gen.ts';
import { digestOf } from './digest.ts';
import { findProductId } from './find-product-id.ts';
import { requireAllowance, sourceOf } from './limit-reviews.ts';
import { checkReview, type ReviewChanges } from './review-rules.ts';
import { findReviewOfForm, insertReview, type ReviewRow } from './review-store.ts';

export interface ReviewOrigin {
  /** Without it, the review is about the shop itself. */
  readonly productId?: string | null | undefined;
  /** The key of the form that was sent. */
  readonly formKey?: string | null | undefined;
}

/**
 * Stores a review, for REST, GraphQL and the form alike. The same form sent twice is one review: another one with the
 * same content has another key. Throws StoaError.
 */
export async function createReview(
  context: Context,
  input: ReviewChanges,
  { productId, formKey }: ReviewOrigin = {},
): Promise<ReviewRow> {
  const { database } = context;
  const review = checkReview(input);
  const known = productId == null ? undefined : await findProductId(context, productId);
  const { author, rating, comment } = review;
  const formDigest = formKey ? digestOf(formKey, known, author, rating, comment) : undefined;
  const before = await findReviewOfForm(database, formDigest);
  if (before !== undefined) return before;
  const source = sourceOf(context);
  await requireAllowance(context, source);
  return insertReview(database, { ...review, productId: known, formDigest, source });
}
