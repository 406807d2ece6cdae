import type { Handler } from 'stoa';
import type { AddReview } from '../../reviews.gen.ts';
import { answerRefusals } from '../../src/answer-refusals.ts';
import { createReview } from '../../src/write-review.ts';

const addReview: Handler<AddReview> = async (request, response) => {
  const review = await createReview(request.context, request.body, request.params.productId);
  response.status(201).json({ success: true, data: { review } });
};

export default answerRefusals(addReview);
