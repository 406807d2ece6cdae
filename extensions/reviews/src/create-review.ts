import type { Context } from '../reviews.gen.ts';
import { findProductId } from './find-product-id.ts';
import { hasBought } from './has-bought.ts';
import { requireAllowance, sourceOf } from './limit-reviews.ts';
import { authorOf, digestOf } from './review-author.ts';
import type { ReviewRow } from './review-row.ts';
import { checkReview, type ReviewChanges } from './review-rules.ts';
import { findReviewOfForm, findSameReview, insertReview, lockSource } from './review-store.ts';
import { stateOfNew } from './state-of-new.ts';

/** For how long the same content of one source is one review. */
const sameReviewSeconds = 600;

export interface ReviewOrigin {
  /** Without it, the review is about the shop itself. */
  readonly productId?: string | null | undefined;
  /** The key of the form that was sent. */
  readonly formKey?: string | null | undefined;
  /** The browser, where this request has made it known. */
  readonly visitor?: string | undefined;
}

/**
 * Stores a review, for REST, GraphQL and the form alike. The same form sent twice is one review, and so is the same
 * content that one sender sends twice within ten minutes: a person who goes back gets a form with another key, and the
 * browser fills in the old text. Throws StoaError.
 */
export async function createReview(
  context: Context,
  input: ReviewChanges,
  { productId, formKey, visitor }: ReviewOrigin = {},
): Promise<ReviewRow> {
  const { caller, settings } = context;
  const review = checkReview(input);
  const known = productId == null ? undefined : await findProductId(context, productId);
  // No neighbour is asked within a transaction.
  const bought = known !== undefined && (await hasBought(context, known));
  const { author, rating, comment } = review;
  const formDigest = formKey ? digestOf(formKey, known, author, rating, comment) : undefined;
  const writer = authorOf({ caller, visitor: visitor ?? context.visitor });
  const sent = { ...review, productId: known, formDigest, source: sourceOf(context), visitor: writer.visitor, bought };
  return await context.database.transaction(async (database) => {
    await lockSource(database, sent.source);
    const before = await findReviewOfForm(database, formDigest);
    const same = before ?? (await findSameReview(database, sent, sameReviewSeconds));
    if (same !== undefined) return same;
    await requireAllowance({ caller, database }, sent.source);
    return await insertReview(database, sent, await stateOfNew(database, settings, writer));
  });
}
