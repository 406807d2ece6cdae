import { type Handler, wantsPage } from 'stoa';
import type { AddReview } from '../../reviews.gen.ts';
import { createReview } from '../../src/create-review.ts';
import { jsonOf } from '../../src/review-row.ts';

const addReview: Handler<AddReview> = async (request, response) => {
  const { body, context, params, session } = request;
  const { productId } = params;
  const isForm = wantsPage(request);
  // A browser is made known only where a review may wait, so that its author still sees it.
  const visitor = context.settings.moderation !== 'none' ? session.visitor() : undefined;
  const review = await createReview(context, body, { productId, formKey: body.formKey, visitor });
  if (isForm) response.redirect(303, `${context.url('productPage', { productId })}#review-${review.id}`);
  else
    response.status(review.state === 'WAITING' ? 202 : 201).json({ success: true, data: { review: jsonOf(review) } });
};

export default addReview;
