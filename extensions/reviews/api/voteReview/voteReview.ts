import { type Handler, wantsPage } from 'stoa';
import type { VoteReview } from '../../reviews.gen.ts';
import { refuseUnknown } from '../../src/manage-review.ts';
import { addressDigest, authorOf } from '../../src/review-author.ts';
import { setVote } from '../../src/vote-store.ts';

const voteReview: Handler<VoteReview> = async (request, response) => {
  const { body, context, params, session } = request;
  const { caller, database } = context;
  const { productId, reviewId } = params;
  const { customer, visitor } = authorOf({ caller, visitor: caller.kind === 'user' ? null : session.visitor() });
  const vote = {
    id: reviewId,
    productId,
    voter: customer ?? visitor ?? refuseUnknown(reviewId),
    address: customer === null ? addressDigest(context) : null,
    isNew: context.visitor === null,
    isHelpful: body.helpful,
  };
  const helpful = await database.transaction((transaction) => setVote(transaction, vote));
  if (helpful === undefined) refuseUnknown(reviewId);
  if (!wantsPage(request)) {
    response.json({ success: true, data: { helpful } });
    return;
  }
  const part = body.reviews ? `?reviews=${encodeURIComponent(body.reviews)}` : '';
  response.redirect(303, `${context.url('productPage', { productId })}${part}#helpful-${reviewId}`);
};

export default voteReview;
