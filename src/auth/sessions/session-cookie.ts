import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOf } from '#base';
import type { Config } from '#config';

/** Reads and writes a cookie that only the gateway sets. */
export interface GatewayCookie {
  /** Undefined when the request has none. For two such cookies `''`, which no signature matches. */
  read(request: IncomingMessage): string | undefined;
  /** Sets the cookie. Without a value, the browser deletes it. One without a path has the prefix `__Host-`. */
  write(request: IncomingMessage, response: ServerResponse, value?: string, path?: string): void;
}

interface CookieParts extends Pick<Config['auth']['session'], 'secureCookie'> {
  readonly name: (typeof gatewayCookies)[keyof typeof gatewayCookies];
  /** In seconds. */
  readonly lifetime: number;
}

export function createCookie({ name: plain, lifetime, secureCookie }: CookieParts, clientOf: ClientOf): GatewayCookie {
  const nameFor = (secure: boolean): string => (secure ? `${hostPrefix}${plain}` : plain);
  const isSecure = (request: IncomingMessage): boolean =>
    secureCookie === 'always' || clientOf(request).protocol === 'https';
  return {
    read(request) {
      const { cookie } = request.headers;
      // Most requests have no such cookie.
      if (cookie === undefined || !cookie.includes(plain)) return undefined;
      const name = nameFor(isSecure(request));
      const values = cookieValues(cookie, name);
      // A neighbouring subdomain can add a cookie of this name, even in front. Nothing shows which one is ours.
      return values.length > 1 ? '' : values[0];
    },
    write(request, response, value, path) {
      const secure = isSecure(request);
      const name = nameFor(secure && path === undefined);
      const age = value === undefined ? 0 : lifetime;
      const attributes = `Path=${path ?? '/'}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      const set = [response.getHeader('set-cookie') ?? []].flat().map(String);
      const others = set.filter((text) => cookieName(text) !== plain && cookieName(text) !== `${hostPrefix}${plain}`);
      response.setHeader('set-cookie', [...others, `${name}=${value ?? ''}; ${attributes}`]);
      // A shared cache must not give the cookie to other clients.
      if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
    },
  };
}

export function cookieValues(header: string, name: string): readonly string[] {
  const pairs = header.split(';').filter((pair) => cookieName(pair) === name);
  return pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

/**
 * Whether a Set-Cookie header sets a cookie that only the gateway sets. In any case of letters, and also without a
 * name: browsers send `=name=value` back as `name=value`.
 */
export function isGatewayCookie(setCookie: string): boolean {
  return gatewayCookie.test(setCookie);
}

/** Names of cookies over http. */
export const gatewayCookies = { session: 'stoa_session', visitor: 'stoa_visitor', form: 'stoa_form' } as const;
/** Over https. With it, browsers guarantee that this host set the cookie. */
const hostPrefix = '__Host-';
const plainNames: readonly string[] = Object.values(gatewayCookies);
const names = plainNames.flatMap((name) => [name, `${hostPrefix}${name}`]);

/** Prefix of a console's cookie. Browsers send it to every port of the host, so to the shop too. */
export const consoleCookiePrefix = 'stoa_console';

const gatewayCookie = new RegExp(`^[\\s=]*(?:(?:${names.join('|')})(?=[\\s=;]|$)|${consoleCookiePrefix})`, 'i');

const credentialNames: readonly string[] = [...plainNames, consoleCookiePrefix];

/** Whether a request says who sends it: by a token, or by a cookie of the shop or of the console, valid or not. */
export function carriesCredentials({ headers: { authorization, cookie } }: IncomingMessage): boolean {
  if (authorization !== undefined) return true;
  return cookie !== undefined && credentialNames.some((name) => cookie.includes(name));
}

/**
 * Removes the gateway's and the console's cookies from a Cookie header. With them, an extension could act as the
 * shopper or the operator. Undefined when no other cookie is in it.
 */
export function withoutSessionCookie(header: string): string | undefined {
  const kept = header.split(';').filter((pair) => {
    const name = cookieName(pair);
    return !names.includes(name) && !name.startsWith(consoleCookiePrefix);
  });
  const text = kept.join(';').trim();
  return text === '' ? undefined : text;
}

function cookieName(pair: string): string {
  const equals = pair.indexOf('=');
  return (equals === -1 ? pair : pair.slice(0, equals)).trim();
}
