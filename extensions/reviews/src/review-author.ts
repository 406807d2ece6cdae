import { createHash } from 'node:crypto';
import type { Context } from '../reviews.gen.ts';

/** Who writes or votes, as digests: the tables hold no ids of people or browsers. Null for what is not known. */
export interface ReviewAuthor {
  readonly customer: string | null;
  readonly visitor: string | null;
}

/** A text of equal length for any values, from which they cannot be read. */
export function digestOf(...values: readonly (string | number | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** Of a customer, as in the column `source`. */
export function customerDigest(id: string): string {
  return digestOf('user', id);
}

/** Of a guest's address, as in the columns `source` and `address`. */
export function addressDigest({ request }: Pick<Context, 'request'>): string {
  return digestOf('address', request.address);
}

export function authorOf({ caller, visitor }: Pick<Context, 'caller' | 'visitor'>): ReviewAuthor {
  return {
    customer: caller.kind === 'user' ? customerDigest(caller.id) : null,
    visitor: visitor === null ? null : digestOf('visitor', visitor),
  };
}

/** Whether the caller sees reviews that are not published. */
export function mayModerate({ caller }: Pick<Context, 'caller'>): boolean {
  const permissions = caller.kind === 'guest' ? [] : caller.permissions;
  return permissions.includes('reviews:moderate') || permissions.includes('reviews:write');
}
