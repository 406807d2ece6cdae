import type { SubscriberOf } from '../../catalog.gen.ts';
import { countRating } from '../../src/count-rating.ts';

const ratings: SubscriberOf<'review.changed'> = async ({ key, payload }, { database }) => {
  const { productId, rating, ratingBefore } = payload;
  await countRating(database, key, { productId, count: 0, sum: rating - ratingBefore });
};

export default ratings;
