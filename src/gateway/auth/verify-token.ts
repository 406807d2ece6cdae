import { LRUCache } from 'lru-cache';
import type { Logger } from '../../base/logger.ts';
import type { AuthConfig } from '../../config/config.ts';
import { type User, userOf } from './claims.ts';
import type { Clock } from './clock.ts';
import { hashToken } from './hash-token.ts';
import { createStaticTokens } from './static-tokens.ts';
import { clockToleranceSeconds, createJwtVerifier, type JwtVerifier } from './verify-jwt.ts';

/** Tells whom a bearer token names. */
export interface TokenVerifier {
  /** The user of a token that needs no checking: a static one, or one that has been checked and has not expired. */
  recall(token: string): User | undefined;
  /** Undefined for a token that is not valid. Rejects with RequestError 503. */
  verify(token: string): Promise<User | undefined>;
}

interface Verified {
  readonly user: User;
  /** Milliseconds since 1970 at which the token stops being valid, the tolerance included. */
  readonly endsAt: number;
}

const maxVerified = 1_000;

/**
 * Static tokens first, then JWTs. JWTs signed with our own secret are remembered until they expire (checking one takes
 * 100 us, seven times the rest of a request): only `exp` or a new gateway.yaml can end such a token, the first is looked
 * at each time, and the second makes a new verifier. Those of a JWKS are checked each time, since a key may be withdrawn.
 */
export function createTokenVerifier(
  { bearer }: AuthConfig,
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
): TokenVerifier {
  const staticUser = createStaticTokens(bearer.tokens);
  const verifyJwt: JwtVerifier =
    bearer.jwt === undefined ? async () => undefined : createJwtVerifier(bearer.jwt, { logger, clock });
  const remembers = bearer.jwt?.key.kind === 'secret';
  // By hash: what is kept must be of no use to whoever gets to read the memory.
  const verified = new LRUCache<string, Verified>({ max: maxVerified });

  const userWithHash = (id: string): User | undefined => {
    const fixed = staticUser(id);
    if (fixed !== undefined) return fixed;
    const known = verified.get(id);
    return known !== undefined && clock().getTime() < known.endsAt ? known.user : undefined;
  };
  return {
    recall: (token) => userWithHash(hashToken(token)),
    async verify(token) {
      const id = hashToken(token);
      const known = userWithHash(id);
      if (known !== undefined) return known;
      const claims = await verifyJwt(token);
      const user = claims === undefined ? undefined : userOf(claims);
      if (user !== undefined && remembers && claims?.exp !== undefined) {
        verified.set(id, { user, endsAt: (claims.exp + clockToleranceSeconds) * 1000 });
      }
      return user;
    },
  };
}
