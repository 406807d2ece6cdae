import { changeSelected } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { MoveReviews } from '../../reviews.gen.ts';
import { moveReview } from '../../src/moderate-review.ts';

const moveReviews: Handler<MoveReviews> = async (request, response) => {
  const { body, context } = request;
  await changeSelected(request, response, {
    ids: body.reviews,
    change: (id) => moveReview(context.database, id, body.do, body.seen),
    page: () => context.url('deskReviews'),
    next: body.next,
  });
};

export default moveReviews;
