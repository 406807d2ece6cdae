import type { Database } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { findProductId } from './find-product-id.ts';
import { ReviewRefusal } from './review-refusal.ts';
import { checkReview, checkReviewChanges } from './review-rules.ts';
import { deleteReview, findReview, insertReview, type ReviewRow, updateReview } from './review-store.ts';

/** Stores a review of a product, or of the shop without a product id. Throws {@link ReviewRefusal}. */
export async function createReview(context: Context, input: unknown, productId?: string): Promise<ReviewRow> {
  const review = checkReview(input);
  const known = productId === undefined ? undefined : await findProductId(context, productId);
  return insertReview(context.database, review, known);
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
