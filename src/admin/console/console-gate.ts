import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bearerChallenge, consoleCookiePrefix, cookieValues } from '#auth';
import { type ClientOf, RequestError } from '#base';
import { requireOwnOrigin } from '#edge';
import type { Caller } from '#extension-api';
import type { CredentialRefusal } from '#telemetry';

/** The path that the cookie is valid for. */
export const consolePath = '/console';

/** Lifetime of a sign-in in seconds: a working day. */
const lifetime = 12 * 60 * 60;

export interface ConsoleGate {
  /** The cookie for the right token; undefined for a wrong one. */
  signIn(token: string): string | undefined;
  signOut(): string;
  /**
   * The operator, by cookie or bearer token, else a guest. Throws RequestError UNAUTHENTICATED 401 for a wrong
   * token, FORBIDDEN 403 for a request of another origin with the cookie.
   */
  identify(request: IncomingMessage): Caller;
}

interface GateParts {
  readonly token: string;
  readonly clientOf: ClientOf;
  readonly clock?: () => Date;
  /** Called for each token or cookie that is refused. */
  readonly onRefused?: (refusal: CredentialRefusal) => void;
}

const operator: Caller = { kind: 'user', id: 'operator', permissions: [] };
const guest: Caller = { kind: 'guest' };

/**
 * Creates the gate. The cookie holds an expiry time that is signed with the token, not the token. So a stolen cookie is
 * valid for hours only, and a new token invalidates all of them. The gate stores nothing: sign-ins survive a restart.
 */
export function createConsoleGate({
  token,
  clientOf,
  clock = () => new Date(),
  onRefused = () => undefined,
}: GateParts): ConsoleGate {
  const key = createSecretKey(token, 'utf8');
  const signatureOf = (text: string): string =>
    createHmac('sha256', key).update(`stoa console ${text}`).digest('base64url');
  // Browsers send cookies to all ports of a host. So each shop's console has its own cookie name.
  const name = `${consoleCookiePrefix}_${signatureOf('cookie name')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 8)}`;
  const now = (): number => Math.floor(clock().getTime() / 1000);
  const cookie = (value: string, age: number): string =>
    `${name}=${value}; Path=${consolePath}; Max-Age=${age}; HttpOnly; SameSite=Strict`;

  const isSigned = (value: string): boolean => {
    const [, until, signature] = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(value) ?? [];
    if (until === undefined || signature === undefined) return false;
    return equals(signature, signatureOf(until)) && Number(until) > now();
  };

  return {
    signIn(given) {
      if (!equals(given, token)) {
        onRefused('console token');
        return undefined;
      }
      const until = String(now() + lifetime);
      return cookie(`${until}.${signatureOf(until)}`, lifetime);
    },
    signOut: () => cookie('', 0),
    identify(request) {
      const { authorization = '', cookie: cookies = '' } = request.headers;
      // Other schemes are for a proxy.
      const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
      if (given !== undefined) {
        // No page can make a browser send this header, so it needs no check of its origin.
        if (equals(given, token)) return operator;
        onRefused('console token');
        throw new RequestError('UNAUTHENTICATED', 401, 'This is not the console’s token.', bearerChallenge);
      }
      const [value, ...others] = cookieValues(cookies, name);
      // With two such cookies, the gate cannot tell which one is its own.
      if (value === undefined) return guest;
      if (others.length > 0 || !isSigned(value)) {
        onRefused('console cookie');
        return guest;
      }
      requireOwnOrigin(request, { clientOf, cors: undefined });
      return operator;
    },
  };
}

// In constant time, which reveals neither the text nor its length.
function equals(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
