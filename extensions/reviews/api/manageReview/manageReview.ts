import type { Handler } from 'stoa';
import type { ManageReview } from '../../reviews.gen.ts';
import { changeReview, changeReviewPartly, removeReview } from '../../src/manage-review.ts';
import { jsonOf } from '../../src/review-row.ts';

// PUT needs all fields, PATCH some and DELETE none. So route.json requires none, and the shared rules check them.
const manageReview: Handler<ManageReview> = async (request, response) => {
  const { reviewId } = request.params;
  const { database } = request.context;
  if (request.method === 'DELETE') {
    await removeReview(database, reviewId);
    response.status(204).send();
    return;
  }
  const change = request.method === 'PUT' ? changeReview : changeReviewPartly;
  const review = await change(database, reviewId, request.body);
  response.json({ success: true, data: { review: jsonOf(review) } });
};

export default manageReview;
