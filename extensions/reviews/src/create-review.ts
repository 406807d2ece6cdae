import { StoaError } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { findProductId } from './find-product-id.ts';
import { addressDigest, authorOf, digestOf } from './review-author.ts';
import type { ReviewRow } from './review-row.ts';
import { checkReview, type ReviewChanges } from './review-rules.ts';
import {
  countRecent,
  findReviewOfForm,
  findSameReview,
  insertReview,
  lockSource,
  moveToVisitor,
} from './review-store.ts';
import { stateOfNew } from './state-of-new.ts';

const boughtText = 'query ($productId: ID!) { hasBought(productId: $productId) }';

/** How many reviews one source may write: a customer, or an address. Moderators have no limit. */
const limit = { reviews: 30, seconds: 600 } as const;

/** For how long the same content of one source is one review. */
const sameReviewSeconds = 600;

export interface ReviewOrigin {
  /** Without it, the review is about the shop itself. */
  readonly productId?: string | null | undefined;
  /** The key of the form that was sent. */
  readonly formKey?: string | null | undefined;
  /** The browser, where this request has made it known. */
  readonly visitor?: string | undefined;
}

/**
 * Stores a review, for REST, GraphQL and the form alike. The same form sent twice is one review, and so is the same
 * content that one sender sends twice within ten minutes: a person who goes back gets a form with another key, and the
 * browser fills in the old text. Throws StoaError.
 */
export async function createReview(
  context: Context,
  input: ReviewChanges,
  { productId, formKey, visitor }: ReviewOrigin = {},
): Promise<ReviewRow> {
  const { caller, settings } = context;
  const review = checkReview(input);
  const known = productId == null ? undefined : await findProductId(context, productId);
  // No neighbour is asked within a transaction.
  const bought = known !== undefined && (await hasBought(context, known));
  const { author, rating, comment } = review;
  const formDigest = formKey ? digestOf(formKey, known, author, rating, comment) : undefined;
  const writer = authorOf({ caller, visitor: visitor ?? context.visitor });
  // A browser is only that of a guest: after a customer signs out, another person may use it.
  const guest = writer.customer === null;
  const origin = { source: writer.customer ?? addressDigest(context), guest, visitor: guest ? writer.visitor : null };
  const sent = { ...review, ...origin, productId: known, formDigest, bought };
  return await context.database.transaction(async (database) => {
    await lockSource(database, sent.source);
    const before = await findReviewOfForm(database, formDigest);
    const same = before ?? (await findSameReview(database, sent, sameReviewSeconds));
    if (same !== undefined) {
      // Two clicks make two browsers of one without a cookie. It keeps the cookie of the last answer.
      if (context.visitor === null) await moveToVisitor(database, same.id, sent);
      return same;
    }
    await requireAllowance({ caller, database }, sent.source);
    return await insertReview(database, sent, await stateOfNew(database, settings, writer));
  });
}

/**
 * Throws RATE_LIMITED when the source has written as many reviews as it may. The table counts them, and not the
 * `rateLimit` of route.json, since REST, GraphQL and the form share one limit.
 */
async function requireAllowance(
  { caller, database }: Pick<Context, 'caller' | 'database'>,
  source: string,
): Promise<void> {
  const isModerator = caller.kind === 'user' && caller.permissions.includes('reviews:write');
  if (isModerator) return;
  const { count, seconds } = await countRecent(database, source, limit.seconds);
  if (count < limit.reviews) return;
  const minutes = Math.ceil(seconds / 60);
  const message = { text: 'rules.tooMany', values: { minutes } };
  throw new StoaError('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
}

/**
 * Asks the shop whether the caller, or this browser, has bought the product. A shop without orders says no. Where
 * orders are away, the review is stored without the mark: a person should not have to write it twice.
 */
async function hasBought(
  { caller, visitor, query, logger }: Pick<Context, 'caller' | 'visitor' | 'query' | 'logger'>,
  productId: string,
): Promise<boolean> {
  if (caller.kind !== 'user' && visitor === null) return false;
  const { absent, data, errors } = await query(boughtText, { productId });
  if (absent === undefined && errors !== undefined)
    logger.error('purchase of a reviewer not checked', { reason: errors.map(({ message }) => message).join(' ') });
  return data?.hasBought ?? false;
}
