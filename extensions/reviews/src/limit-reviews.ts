import { StoaError } from 'stoa';
import type { Context } from '../reviews.gen.ts';
import { customerDigest, digestOf } from './review-author.ts';
import { countRecent } from './review-store.ts';

/** How many reviews one source may write: a customer, or an address. Moderators have no limit. */
const limit = { reviews: 30, seconds: 600 } as const;

/** Who sends, as a digest: the table holds no addresses. */
export function sourceOf({ caller, request }: Pick<Context, 'caller' | 'request'>): string {
  return caller.kind === 'user' ? customerDigest(caller.id) : digestOf('address', request.address);
}

/**
 * Throws RATE_LIMITED when the source has written as many reviews as it may. The table counts them, and not the
 * `rateLimit` of route.json, since REST, GraphQL and the form share one limit.
 */
export async function requireAllowance(
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
