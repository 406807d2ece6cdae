import type { Database } from 'stoa';
import { ReviewRefusal } from './review-refusal.ts';
import { isReviewId, listReviews, type ReviewPosition, type ReviewRow } from './review-store.ts';

/** Arguments of `Query.reviews`; GraphQL clients may send null for either. */
export interface ReviewPageInput {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** One page of reviews for `ReviewConnection`. `totalCount` has its own resolver. */
export interface ReviewPage {
  readonly edges: readonly { readonly node: ReviewRow; readonly cursor: string }[];
  readonly nodes: readonly ReviewRow[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

const defaultSize = 20;
const largestSize = 100;

/** Reads one page with one query. Throws BAD_USER_INPUT for an invalid size or cursor. */
export async function readReviewPage(database: Database, input: ReviewPageInput): Promise<ReviewPage> {
  const size = input.first ?? defaultSize;
  if (size < 1 || size > largestSize)
    throw new ReviewRefusal('BAD_USER_INPUT', `"first" must be 1 to ${largestSize}, but is ${size}.`);
  const after = input.after == null ? undefined : decodeCursor(input.after);

  // One row more than requested shows whether there is a next page.
  const rows = await listReviews(database, { after, limit: size + 1 });
  const nodes = rows.slice(0, size);
  const edges = nodes.map((node) => ({ node, cursor: encodeCursor(node) }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: after !== undefined,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function encodeCursor({ createdAt, id }: ReviewPosition): string {
  return Buffer.from(`review:${createdAt}:${id}`).toString('base64url');
}

const cursorPattern = /^review:(?<createdAt>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z):(?<id>\d+)$/;

function decodeCursor(cursor: string): ReviewPosition {
  const { createdAt = '', id = '' } = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {};
  const position = { createdAt, id };
  // The decoder accepts text that is not base64url. So a cursor is valid only if encoding gives the same text again.
  if (!isTime(createdAt) || !isReviewId(id) || encodeCursor(position) !== cursor)
    throw new ReviewRefusal('BAD_USER_INPUT', '"after" is not a cursor of this list.');
  return position;
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
