import { timingSafeEqual } from 'node:crypto';
import type { StaticTokenConfig } from '../../config/config.ts';
import type { User } from './claims.ts';

/** Finds the user of a static token by the token's SHA-256 in hexadecimal digits. */
export function createStaticTokens(tokens: readonly StaticTokenConfig[]): (sha256: string) => User | undefined {
  const known = tokens.map(({ sha256, subject, permissions }) => ({
    sha256: Buffer.from(sha256, 'hex'),
    user: { kind: 'user', id: subject, permissions } as const,
  }));
  if (known.length === 0) return () => undefined;
  return (hex) => {
    const sha256 = Buffer.from(hex, 'hex');
    let found: User | undefined;
    // Compares with every token in constant time, even after a match. So the duration reveals nothing about the
    // tokens.
    for (const candidate of known) {
      if (candidate.sha256.length === sha256.length && timingSafeEqual(candidate.sha256, sha256))
        found = candidate.user;
    }
    return found;
  };
}
