import type { KeyObject } from 'node:crypto';
import { createAuthenticator } from '#auth';
import { type Logger, RequestError } from '#base';
import { wire } from '#placement';
import { acceptGateway } from './accept-gateway.ts';
import { createHiveCheck } from './hive-signature.ts';
import type { CallerCheck } from './serve-parts.ts';

/** Who may call a served extension: `placement.secret` and `placement.accept` of gateway.yaml. */
export interface AcceptedCallers {
  /** Keys of the gateway's HMAC. */
  readonly gateway: readonly KeyObject[];
  /** Secrets of Hive Gateway's `hmacSignature`. Several rotate: any may have signed. */
  readonly hive?: readonly string[] | undefined;
  /** Callers whose bearer tokens an issuer with public keys has signed. */
  readonly bearer?: BearerIssuer | undefined;
}

export interface BearerIssuer {
  readonly jwks: URL;
  readonly issuer: string;
  readonly audience: string;
}

/**
 * Finds who calls a served extension. A signature of the gateway comes first. Then a bearer token, which tells who the
 * caller is. Then Hive Gateway's signature, whose caller is a guest. Throws RequestError UNAUTHENTICATED 401 for all
 * others, UNAVAILABLE 503 while the JWKS cannot be fetched, and BAD_USER_INPUT 400 for two Authorization headers.
 */
export function authenticateCaller(
  { gateway, hive = [], bearer }: AcceptedCallers,
  { logger }: { readonly logger: Logger },
): CallerCheck {
  const byGateway = acceptGateway(gateway);
  const bySignature = createHiveCheck(hive);
  const byToken = bearer === undefined ? undefined : tokenCheck(bearer, logger);
  return async (calling) => {
    const { request } = calling;
    const claimsGateway = request.headers[wire.fields.signature] !== undefined;
    if (claimsGateway || (byToken === undefined && hive.length === 0)) return byGateway(calling);
    const caller = await byToken?.(request);
    if (caller?.kind === 'user') return { kind: 'client', caller };
    // Hive Gateway signs GraphQL alone. A body of another path belongs to its handler.
    if (request.method === 'POST' && pathOf(request.url) === graphqlPath && bySignature(await calling.body()))
      return { kind: 'client', caller: { kind: 'guest' } };
    throw refused(bearer !== undefined);
  };
}

const graphqlPath = '/graphql';

function pathOf(url = '/'): string {
  return url.split('?', 1)[0] ?? '/';
}

function tokenCheck({ jwks, issuer, audience }: BearerIssuer, logger: Logger): ReturnType<typeof createAuthenticator> {
  const jwt = { key: { kind: 'jwks', url: jwks }, issuer, audience } as const;
  return createAuthenticator({ auth: { bearer: { jwt, tokens: [] } } }, { logger });
}

function refused(takesTokens: boolean): RequestError {
  return new RequestError(
    'UNAUTHENTICATED',
    401,
    'The request has no signature and no bearer token that this extension accepts.',
    takesTokens ? { 'www-authenticate': 'Bearer' } : {},
  );
}
