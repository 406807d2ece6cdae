import type { Handler } from 'stoa';
import type { Review } from '../../reviews.gen.ts';
import { readReview } from '../../src/manage-review.ts';

const review: Handler<Review> = async (request, response) => {
  const found = await readReview(request.context.database, request.params.reviewId);
  response.json({ success: true, data: { review: found } });
};

export default review;
