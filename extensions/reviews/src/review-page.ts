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
import { listQueue, listReviews, type ReviewPosition } from './read-reviews.ts';
import type { ReviewRow, ReviewState } from './review-row.ts';

/** Arguments of lists; GraphQL clients may send null for either. */
export interface ReviewPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A connection that knows which reviews it counts. */
export type ReviewConnection = Connection<ReviewRow> & { readonly state: ReviewState };

// Both read one page with one query, and throw BAD_USER_INPUT for an invalid size or cursor.

/** Published reviews, newest first. */
export async function readReviewPage(database: Database, input: ReviewPageInput): Promise<ReviewConnection> {
  const { size, after } = partOf(input);
  const rows = await listReviews(database, { after, limit: size + 1 });
  return { ...connectionOf({ rows, size, isLater: after !== undefined, cursorOf }), state: 'PUBLISHED' };
}

/** Reviews of one state, oldest first. */
export async function readQueue(
  database: Database,
  { state, ...input }: ReviewPageInput & { readonly state?: ReviewState | null },
): Promise<ReviewConnection> {
  const { size, after } = partOf(input);
  const wanted = state ?? 'WAITING';
  const rows = await listQueue(database, { after, limit: size + 1, state: wanted });
  return { ...connectionOf({ rows, size, isLater: after !== undefined, cursorOf }), state: wanted };
}

function partOf({ first, after }: ReviewPageInput) {
  return { size: pageSize(first), after: after == null ? undefined : readCursor(after) };
}

const list = 'review';

function cursorOf({ createdAt, id }: ReviewPosition): string {
  return encodeCursor(list, `${createdAt}:${id}`);
}

function readCursor(cursor: string): ReviewPosition {
  const text = decodeCursor(list, cursor) ?? '';
  const end = text.lastIndexOf(':');
  const position = { createdAt: text.slice(0, Math.max(end, 0)), id: text.slice(end + 1) };
  if (!isTime(position.createdAt) || !isRowId(position.id))
    throw new StoaError('BAD_USER_INPUT', { text: 'rules.noCursor' });
  return position;
}

/** Whether a text is a time as the database writes it. */
export function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
