import { createSecretKey } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { type Logger, RequestError } from '#base';
import type { JwtConfig, SigningSecrets } from '#config';

/** The allowed difference between the clocks of this machine and the issuer, in seconds. */
export const clockToleranceSeconds = 5;

// Only algorithms with a public key. If HS256 were allowed, the public key would work as the secret.
const asymmetricAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const jwksTimeoutMs = 3_000;
const jwksRetrySeconds = 5;

/** Checks signature, issuer, audience and times. Returns the claims, or undefined for an invalid token. */
export type JwtVerifier = (token: string) => Promise<JWTPayload | undefined>;

export type JwtIssuer = Pick<JwtConfig, 'key' | 'issuer' | 'audience'>;

/** Creates a verifier. Its promise rejects with RequestError UNAVAILABLE 503 when the JWKS cannot be fetched. */
export function createJwtVerifier(
  { key, issuer, audience }: JwtIssuer,
  { logger, clock }: { readonly logger: Logger; readonly clock: () => Date },
): JwtVerifier {
  const common = { issuer, audience, requiredClaims: ['exp', 'sub'], clockTolerance: clockToleranceSeconds };
  const verify = key.kind === 'secret' ? withSecrets(key) : withJwks(key.url, logger);
  return async (token) => {
    const { errors } = await jose();
    try {
      return await verify(token, { ...common, currentDate: clock() });
    } catch (error) {
      if (error instanceof errors.JOSEError) {
        logger.debug('token refused', { reason: error.code });
        return undefined;
      }
      throw error;
    }
  };
}

// The first token loads the library, so it does not delay the start.
const jose = (): Promise<typeof import('jose')> => import('jose');

type Verify = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>;

function withSecrets({ secret, olderSecrets = [] }: SigningSecrets): Verify {
  const keys = [secret, ...olderSecrets].map((text) => createSecretKey(text, 'utf8'));
  return async (token, options) => {
    const { jwtVerify, errors } = await jose();
    for (const key of keys) {
      try {
        return (await jwtVerify(token, key, { ...options, algorithms: ['HS256'] })).payload;
      } catch (error) {
        // The next secret may have signed it. All other errors are about the token.
        if (key === keys.at(-1) || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  };
}

function withJwks(url: URL, logger: Logger): Verify {
  let find: JWTVerifyGetKey | undefined;
  const findKey: JWTVerifyGetKey = async (header, token) => {
    const { createRemoteJWKSet, errors } = await jose();
    find ??= createRemoteJWKSet(url, { timeoutDuration: jwksTimeoutMs });
    try {
      return await find(header, token);
    } catch (error) {
      // These two errors are about the token. All other errors here are about the JWKS.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      logger.error('jwks unavailable', { url: url.href, err: error });
      throw new RequestError('UNAVAILABLE', 503, 'Tokens cannot be checked at the moment.', {
        'retry-after': String(jwksRetrySeconds),
      });
    }
  };
  return async (token, options) => {
    const { jwtVerify } = await jose();
    return (await jwtVerify(token, findKey, { ...options, algorithms: asymmetricAlgorithms })).payload;
  };
}
