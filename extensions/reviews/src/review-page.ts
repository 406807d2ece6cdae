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
import { listReviews, type ReviewPosition, type ReviewRow } from './review-store.ts';

/** Arguments of `Query.reviews`; GraphQL clients may send null for either. */
export interface ReviewPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** Reads one page with one query. Throws BAD_USER_INPUT for an invalid size or cursor. */
export async function readReviewPage(
  database: Database,
  { first, after }: ReviewPageInput,
): Promise<Connection<ReviewRow>> {
  const size = pageSize(first);
  const position = after == null ? undefined : readCursor(after);
  const rows = await listReviews(database, { after: position, limit: size + 1 });
  return connectionOf({ rows, size, isLater: position !== undefined, cursorOf });
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

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
