import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#base';
import type { Config } from '#config';
import { type User, userOf } from './claims.ts';
import { clockToleranceSeconds, createJwtVerifier, type JwtIssuer, type JwtVerifier } from './verify-jwt.ts';

type StaticTokenConfig = Config['auth']['bearer']['tokens'][number];

/** Which tokens are valid: a part of gateway.yaml. */
export interface BearerConfig {
  readonly bearer: {
    readonly jwt: JwtIssuer | undefined;
    readonly tokens: readonly StaticTokenConfig[];
  };
}

interface Verified {
  readonly user: User;
  /** Milliseconds since 1970 at which the token expires, tolerance included. */
  readonly endsAt: number;
}

const maxVerified = 1_000;

/**
 * Tries static tokens first, then JWTs. Verifying a JWT takes 100 us, seven times the rest of a request. So JWTs
 * signed with our own secret are cached until they expire. Only two things can end such a token: `exp`, which each
 * request compares, and a new gateway.yaml, which creates a new verifier. JWTs of a JWKS are verified each time,
 * since the issuer may withdraw a key.
 */
export function createTokenVerifier(
  { bearer }: BearerConfig,
  { logger, clock }: { readonly logger: Logger; readonly clock: () => Date },
) {
  const staticUser = createStaticTokens(bearer.tokens);
  const verifyJwt: JwtVerifier =
    bearer.jwt === undefined ? async () => undefined : createJwtVerifier(bearer.jwt, { logger, clock });
  const remembers = bearer.jwt?.key.kind === 'secret';
  // The cache holds hashes, so a memory dump reveals no token.
  const verified = new LRUCache<string, Verified>({ max: maxVerified });

  const userWithHash = (id: string): User | undefined => {
    const fixed = staticUser(id);
    if (fixed !== undefined) return fixed;
    const known = verified.get(id);
    return known !== undefined && clock().getTime() < known.endsAt ? known.user : undefined;
  };
  return {
    /** The user of a static token, or of a verified token that has not expired. Undefined for all others. */
    recall: (token: string) => userWithHash(hashToken(token)),
    /** Resolves to undefined for an invalid token. Rejects with RequestError UNAVAILABLE 503. */
    async verify(token: string): Promise<User | undefined> {
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

/** Finds the user of a static token by the token's SHA-256 in hexadecimal digits. */
function createStaticTokens(tokens: readonly StaticTokenConfig[]): (sha256: string) => User | undefined {
  const known = tokens.map(({ sha256, subject, permissions }) => ({
    sha256: Buffer.from(sha256, 'hex'),
    user: { kind: 'user', id: subject, permissions } as const,
  }));
  if (known.length === 0) return () => undefined;
  return (hex) => {
    const sha256 = Buffer.from(hex, 'hex');
    let found: User | undefined;
    // Compares with every token in constant time, even after a match. So the duration reveals nothing about the tokens.
    for (const candidate of known) {
      if (candidate.sha256.length === sha256.length && timingSafeEqual(candidate.sha256, sha256))
        found = candidate.user;
    }
    return found;
  };
}

/** The SHA-256 of a token in hexadecimal digits. The gateway and gateway.yaml hold this instead of the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
