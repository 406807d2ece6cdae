import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AnswerReview } from '../../reviews.gen.ts';
import { answerReview as say } from '../../src/moderate-review.ts';
import { withPlainBreaks } from '../../src/review-rules.ts';
import { isVisible } from '../../src/visible-text.ts';

const answerReview: Handler<AnswerReview> = async (request, response) => {
  const { body, context, params } = request;
  const text = withPlainBreaks(body.answer ?? '');
  const answer = isVisible(text) ? text : null;
  const { id, answeredAt } = await say(context.database, params.reviewId, answer, body.seen);
  const data = { review: { id, answer, answeredAt } };
  answerSaved(request, response, { page: () => context.url('deskReview', params), saved: 'answer', data });
};

export default answerReview;
