import type { Handler } from 'stoa';
import type { Review } from '../../reviews.gen.ts';
import { readReview } from '../../src/manage-review.ts';
import { jsonOf } from '../../src/review-row.ts';

const review: Handler<Review> = async (request, response) => {
  const found = await readReview(request.context, request.params.reviewId);
  response.json({ success: true, data: { review: jsonOf(found) } });
};

export default review;
