import type { SubscriberOf } from '../../catalog.gen.ts';
import { countRating } from '../../src/count-rating.ts';

const ratings: SubscriberOf<'review.created'> = async ({ key, payload }, { database }) => {
  const { productId, rating } = payload;
  await countRating(database, key, { productId, count: 1, sum: rating });
};

export default ratings;
