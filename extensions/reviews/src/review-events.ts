import type { Transaction } from '../reviews.gen.ts';
import type { ReviewRow } from './review-row.ts';

/** What events say of a review. */
export type PublishedReview = Pick<ReviewRow, 'id' | 'productId' | 'rating'>;

const publishText = `
  update review set published = true
  where review_id in (select review_id from review where not published and state = 'PUBLISHED' order by review_id limit 100 for update)
  returning review_id::text as id, product_id as "productId", rating`;

export function payloadOf({ id, productId, rating }: PublishedReview) {
  return { reviewId: id, rating, ...(productId !== null && { productId }) };
}

/** Publishes the events of up to a hundred published reviews that have none. False when there was no such review. */
export async function publishSome(transaction: Transaction): Promise<boolean> {
  const reviews = await transaction.query<PublishedReview>(publishText);
  for (const review of reviews) await transaction.publish('review.created', payloadOf(review));
  return reviews.length > 0;
}
