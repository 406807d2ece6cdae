import {
  type Connection,
  connectionOf,
  type Database,
  decodeCursor,
  encodeCursor,
  isRowId,
  pageSize,
  StoaError,
} from 'stoa';
import { columns, type ReviewRow, type ReviewState } from './review-row.ts';

/** Arguments of lists; GraphQL clients may send null for either. */
export interface ReviewPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A connection that knows which reviews it counts. */
export type ReviewConnection = Connection<ReviewRow> & { readonly state: ReviewState };

interface ReviewList extends ReviewPageInput {
  readonly state: ReviewState;
  readonly order: 'newest' | 'oldest';
}

/** A position in the list of all reviews. */
type Position = Pick<ReviewRow, 'createdAt' | 'id'>;

const listTexts = {
  newest: `
    select ${columns} from review where state = $4 and (created_at, review_id) < ($1::timestamptz, $2::bigint)
    order by created_at desc, review_id desc limit $3`,
  oldest: `
    select ${columns} from review where state = $4 and (created_at, review_id) > ($1::timestamptz, $2::bigint)
    order by created_at, review_id limit $3`,
};

/** A page of the reviews of a state. One query. Throws BAD_USER_INPUT for an invalid size or cursor. */
export async function readReviewPage(
  database: Database,
  { first, after, state, order }: ReviewList,
): Promise<ReviewConnection> {
  const size = pageSize(first);
  const start = { createdAt: order === 'newest' ? 'infinity' : '-infinity', id: '0' };
  const { createdAt, id } = after == null ? start : readCursor(after);
  const rows = await database.query<ReviewRow>(listTexts[order], [createdAt, id, size + 1, state]);
  return { ...connectionOf({ rows, size, isLater: after != null, cursorOf }), state };
}

const list = 'review';

function cursorOf({ createdAt, id }: Position): string {
  return encodeCursor(list, `${createdAt}:${id}`);
}

function readCursor(cursor: string): Position {
  const text = decodeCursor(list, cursor) ?? '';
  const end = text.lastIndexOf(':');
  const position = { createdAt: text.slice(0, Math.max(end, 0)), id: text.slice(end + 1) };
  if (!isTime(position.createdAt) || !isRowId(position.id))
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.noCursor' });
  return position;
}

/** Whether a text is a time as the database writes it. It has no year 0, and reads no year of five digits. */
export function isTime(text: string): boolean {
  const time = new Date(text);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
