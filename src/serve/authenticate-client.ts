import type { IncomingMessage } from 'node:http';
import { createAuthenticator, createHiveCheck } from '#auth';
import { type Logger, RequestError } from '#base';
import type { Caller } from '#extension-api';
import { readAhead } from '#http';
import { wire } from '#placement';

/** Who may call a served extension besides its gateway: `placement.accept` of gateway.yaml. */
export interface AcceptedClients {
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

interface ClientParts {
  readonly logger: Logger;
  /** The most bytes of a signed body. */
  readonly bodyLimit: number;
}

/** Finds who calls. */
export type AuthenticateClient = (request: IncomingMessage) => Promise<Caller>;

/**
 * Finds which client calls a served extension. A bearer token comes first, which names the caller. Then Hive
 * Gateway's signature, whose caller is a guest. Throws RequestError UNAUTHENTICATED 401 for all others, UNAVAILABLE
 * 503 while the JWKS cannot be fetched, and BAD_USER_INPUT 400 for two Authorization headers.
 */
export function authenticateClient(
  { hive = [], bearer }: AcceptedClients,
  { logger, bodyLimit }: ClientParts,
): AuthenticateClient {
  const isSigned = createHiveCheck(hive);
  const byToken = bearer === undefined ? undefined : tokenCheck(bearer, logger);
  return async (request) => {
    const caller = await byToken?.(request);
    if (caller?.kind === 'user') return caller;
    // Hive Gateway signs GraphQL alone. A body of another path belongs to its handler.
    const maySign = request.method === 'POST' && request.url?.split('?', 1)[0] === wire.paths.graphql;
    if (maySign && isSigned(await readAhead(request, bodyLimit))) return { kind: 'guest' };
    const message = 'The request has no signature and no bearer token that this extension accepts.';
    const challenge = bearer === undefined ? {} : { 'www-authenticate': 'Bearer' };
    throw new RequestError('UNAUTHENTICATED', 401, message, challenge);
  };
}

function tokenCheck({ jwks, issuer, audience }: BearerIssuer, logger: Logger): ReturnType<typeof createAuthenticator> {
  const jwt = { key: { kind: 'jwks', url: jwks }, issuer, audience } as const;
  return createAuthenticator({ auth: { bearer: { jwt, tokens: [] } } }, { logger });
}
