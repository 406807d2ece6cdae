import { isRowId, StoaError } from 'stoa';
import type { Context, Transaction } from '../reviews.gen.ts';
import { refuseUnknown } from './manage-review.ts';
import { payloadOf } from './review-events.ts';
import { columns, iso, type ReviewRow, type ReviewState } from './review-row.ts';
import { checkAnswer } from './review-rules.ts';

type Tables = Context['database'];

const lockText = `
  select state, published, answer, to_char(answered_at ${iso}) as "answeredAt"
  from review where review_id = $1::bigint for update`;
const moveText = `
  update review set state = $2, published = $2 = 'PUBLISHED' where review_id = $1::bigint returning ${columns}`;
const answerText = `
  update review set answer = $2::text, answered_at = case when $2::text is not null then now() end
  where review_id = $1::bigint returning ${columns}`;

interface Before {
  readonly state: ReviewState;
  /** Whether others know of it by an event. */
  readonly published: boolean;
  readonly answer: string | null;
  readonly answeredAt: string | null;
}

// Each throws NOT_FOUND when there is no such review. A second time changes nothing, and records nothing. `seen` is what
// the moderator saw, if that matters: CONFLICT when another one has changed it since.

/** Publishes or hides a review. Others learn of it by an event, since ratings count published reviews only. */
export async function moveReview(
  database: Tables,
  id: string,
  to: 'PUBLISHED' | 'HIDDEN',
  seen?: ReviewState | null,
): Promise<ReviewRow> {
  return await database.transaction(async (transaction) => {
    const { state, published } = await lockReview(transaction, id);
    if (seen != null && seen !== state && state !== to) throw new StoaError('CONFLICT', { text: 'desk.stateStale' });
    const row = only(await transaction.query<ReviewRow>(moveText, [id, to]));
    if (to === 'PUBLISHED' && !published) await transaction.publish('review.created', payloadOf(row));
    if (to === 'HIDDEN' && published) await transaction.publish('review.deleted', payloadOf(row));
    if (state !== to)
      await transaction.record({
        action: to === 'PUBLISHED' ? 'review.published' : 'review.hidden',
        subject: `review:${id}`,
        from: { state },
        to: { state: to },
      });
    return row;
  });
}

/** Sets or takes away what the shop says to a review. The trail has no text: it could name people. */
export async function answerReview(
  database: Tables,
  id: string,
  answer: string | null,
  seen?: string | null,
): Promise<ReviewRow> {
  if (answer !== null) checkAnswer(answer);
  return await database.transaction(async (transaction) => {
    const before = await lockReview(transaction, id);
    const isStale = seen != null && seen !== (before.answeredAt ?? '');
    if (isStale && before.answer !== answer) refuseStaleAnswer();
    const row = only(await transaction.query<ReviewRow>(answerText, [id, answer]));
    if (before.answer !== answer)
      await transaction.record({
        action: 'review.answered',
        subject: `review:${id}`,
        from: { answered: before.answer !== null },
        to: { answered: answer !== null },
      });
    return row;
  });
}

async function lockReview(transaction: Transaction, id: string): Promise<Before> {
  const [before] = isRowId(id) ? await transaction.query<Before>(lockText, [id]) : [];
  return before ?? refuseUnknown(id);
}

function refuseStaleAnswer(): never {
  const text = { text: 'desk.answerStale' };
  throw new StoaError('CONFLICT', text, { fields: { answer: text } });
}

function only([row]: readonly ReviewRow[]): ReviewRow {
  if (row === undefined) throw new Error('a locked review is gone');
  return row;
}
