import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ClientOf } from '../../base/client-info.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Caller } from '../../extension-api.ts';
import { bearerChallenge } from '../../gateway/auth/bearer-challenge.ts';
import { type Clock, systemClock } from '../../gateway/auth/clock.ts';
import { requireOwnOrigin } from '../../gateway/session/same-origin.ts';
import { consoleCookiePrefix, cookieName } from '../../subapp/session-cookie-names.ts';

/** Below this path lies everything that the cookie is for. */
export const consolePath = '/console';

/** Seconds for which one stays signed in: a working day. */
const lifetime = 12 * 60 * 60;

/** Who may use the console. */
export interface ConsoleGate {
  /** The cookie that the token is worth; undefined when it is not the right one. */
  signIn(token: string): string | undefined;
  signOut(): string;
  /**
   * The operator, by cookie or bearer token, else a guest. Throws RequestError: 401 for a token that is not the right one, 403
   * for what a page of another origin sends with the cookie.
   */
  identify(request: IncomingMessage): Caller;
}

interface GateParts {
  readonly token: string;
  readonly clientOf: ClientOf;
  readonly clock?: Clock;
}

const operator: Caller = { kind: 'user', id: 'operator', permissions: [] };
const guest: Caller = { kind: 'guest' };

/**
 * The cookie is not the token but a time, signed with it: whoever gets hold of a browser's cookies has a few hours, and another
 * token ends all of them. Nothing is kept, so that a restart signs nobody out.
 */
export function createConsoleGate({ token, clientOf, clock = systemClock }: GateParts): ConsoleGate {
  const key = createSecretKey(token, 'utf8');
  const signatureOf = (text: string): string =>
    createHmac('sha256', key).update(`stoa console ${text}`).digest('base64url');
  // Browsers keep the cookies of all ports of a machine together: each shop's console has a name of its own.
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
      if (!equals(given, token)) return undefined;
      const until = String(now() + lifetime);
      return cookie(`${until}.${signatureOf(until)}`, lifetime);
    },
    signOut: () => cookie('', 0),
    identify(request) {
      const { authorization = '', cookie: cookies = '' } = request.headers;
      // Another scheme is a proxy's business.
      const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
      if (given !== undefined) {
        // No page can make a browser send one, so that it needs no proof of where it comes from.
        if (equals(given, token)) return operator;
        throw new RequestError('UNAUTHENTICATED', 401, 'This is not the console’s token.', bearerChallenge);
      }
      const values = cookies.split(';').filter((pair) => cookieName(pair) === name);
      const [pair, ...others] = values;
      // Two of them: which one is ours cannot be told.
      if (pair === undefined || others.length > 0 || !isSigned(pair.slice(pair.indexOf('=') + 1).trim())) return guest;
      requireOwnOrigin(request, { clientOf, cors: undefined });
      return operator;
    },
  };
}

// In a time that tells nothing of the text, nor of its length.
function equals(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
