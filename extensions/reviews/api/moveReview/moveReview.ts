import { type Handler, wantsPage } from 'stoa';
import type { MoveReview } from '../../reviews.gen.ts';
import { moveReview as move } from '../../src/moderate-review.ts';

const moveReview: Handler<MoveReview> = async (request, response) => {
  const { body, context, params, session } = request;
  const { id, state } = await move(context.database, params.reviewId, body.state, body.seen);
  const own = () => `${context.url('deskReview', params)}?saved=state#saved`;
  if (wantsPage(request)) response.redirect(303, session.safeNext(body.next) ?? own());
  else response.json({ success: true, data: { review: { id, state } } });
};

export default moveReview;
