import { type Handler, wantsPage } from 'stoa';
import type { AddReview } from '../../reviews.gen.ts';
import { createReview } from '../../src/create-review.ts';

const addReview: Handler<AddReview> = async (request, response) => {
  const { productId } = request.params;
  const review = await createReview(request.context, request.body, { productId, formKey: request.body.formKey });
  if (wantsPage(request))
    response.redirect(303, `${request.context.url('productPage', { productId })}#review-${review.id}`);
  else response.status(201).json({ success: true, data: { review } });
};

export default addReview;
