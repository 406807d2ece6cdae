import { SignJWT } from 'jose';
import { errorFinding, type Finding, StartupError, throwIfErrors } from '#base';
import { type Config, placeInConfig } from '#config';
import { isPermission, isSubject } from './claims.ts';

export interface TokenRequest {
  readonly subject: string;
  readonly permissions: readonly string[];
  /** Lifetime in seconds. The default is the lifetime in gateway.yaml. */
  readonly expires?: number | undefined;
}

/**
 * Signs a JWT that `createAuthenticator` accepts. Throws StartupError TOKEN_NOT_ISSUED when gateway.yaml configures
 * a JWKS, or when a value in the request is invalid.
 */
export async function issueToken(
  config: Config,
  request: TokenRequest,
  clock = (): Date => new Date(),
): Promise<string> {
  const { subject, permissions, expires } = request;
  const { jwt } = config.auth.bearer;
  const findings = checkRequest(config, request);
  if (jwt === undefined || jwt.key.kind !== 'secret') throw new StartupError([...findings, notOurs(config)]);
  throwIfErrors(findings);

  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT({ permissions: [...permissions] })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(subject)
    .setIssuer(jwt.issuer)
    .setAudience(jwt.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + (expires ?? jwt.lifetime))
    .sign(new TextEncoder().encode(jwt.key.secret));
}

function checkRequest(config: Config, { subject, permissions, expires }: TokenRequest): Finding[] {
  const findings: Finding[] = [];
  const where = placeInConfig(config, ['auth', 'bearer', 'jwt']);
  const refuse = (what: string, fix: string) => findings.push(errorFinding('TOKEN_NOT_ISSUED', { where, what, fix }));
  if (!isSubject(subject)) refuse('the subject is empty', 'Name the user that the token is for.');
  for (const permission of permissions) {
    if (!isPermission(permission))
      refuse(`the permission "${permission}" is not of the form area:action`, 'Write it like "reviews:write".');
  }
  if (expires !== undefined && !(Number.isSafeInteger(expires) && expires > 0)) {
    refuse(`a lifetime of ${expires} seconds is not a positive whole number`, 'Write it like 15m, 1h or 7d.');
  }
  return findings;
}

function notOurs(config: Config): Finding {
  const { auth } = config;
  const elsewhere = auth.bearer.jwt !== undefined;
  return errorFinding('TOKEN_NOT_ISSUED', {
    where: placeInConfig(config, ['auth', 'bearer', 'jwt']),
    what: elsewhere
      ? 'auth.bearer.jwt has a JWKS: so only the owner of the private key can sign tokens'
      : 'there is no auth.bearer.jwt, so no token could be checked',
    fix: elsewhere
      ? 'Get a token from that issuer, or set auth.bearer.jwt.secret instead of the JWKS.'
      : 'Set auth.bearer.jwt.secret, for example to "generated".',
  });
}
