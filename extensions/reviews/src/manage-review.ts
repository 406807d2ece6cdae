import { StoaError } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { findReviews } from './read-reviews.ts';
import { mayModerate } from './review-author.ts';
import type { ReviewRow } from './review-row.ts';
import { checkReview, checkReviewChanges, type ReviewChanges } from './review-rules.ts';
import { deleteReview, updateReview } from './review-store.ts';

type Tables = Context['database'];

// Each throws NOT_FOUND when there is no such review, and BAD_USER_INPUT for input that breaks a rule.

export async function readReview(context: Context, id: string): Promise<ReviewRow> {
  const [review] = await findReviews(context.database, [id], { all: mayModerate(context) });
  return review ?? refuseUnknown(id);
}

/** Replaces the content of a review. Its time of creation stays. */
export async function changeReview(database: Tables, id: string, input: ReviewChanges): Promise<ReviewRow> {
  const review = checkReview(input);
  return (await database.transaction((transaction) => updateReview(transaction, id, review))) ?? refuseUnknown(id);
}

/** Changes only the fields in the input. */
export async function changeReviewPartly(database: Tables, id: string, input: ReviewChanges): Promise<ReviewRow> {
  checkReviewChanges(input);
  return (await database.transaction((transaction) => updateReview(transaction, id, input))) ?? refuseUnknown(id);
}

export async function removeReview(database: Tables, id: string): Promise<void> {
  if (!(await database.transaction((transaction) => deleteReview(transaction, id)))) refuseUnknown(id);
}

export function refuseUnknown(id: string): never {
  throw new StoaError('NOT_FOUND', { text: 'rules.noReview', values: { id: JSON.stringify(id) } });
}
