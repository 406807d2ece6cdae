import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientOf } from '../../base/client-info.ts';
import type { SessionConfig } from '../../config/config.ts';
import { cookieName, sessionCookieNames } from './session-cookie-names.ts';

/** Reads and writes the session's cookie. */
export interface SessionCookie {
  /** Undefined when the request has none. For two such cookies `''`, which no signature matches. */
  read(request: IncomingMessage): string | undefined;
  /** Sets the cookie in the response. Without a value, the browser deletes it. */
  write(request: IncomingMessage, response: ServerResponse, value?: string): void;
}

export function createSessionCookie({ lifetime, secureCookie }: SessionConfig, clientOf: ClientOf): SessionCookie {
  const isSecure = (request: IncomingMessage): boolean =>
    secureCookie === 'always' || clientOf(request).protocol === 'https';
  return {
    read(request) {
      const { cookie } = request.headers;
      // Most requests have no such cookie.
      if (cookie === undefined || !cookie.includes(sessionCookieNames.plain)) return undefined;
      const name = nameFor(isSecure(request));
      const values = cookie.split(';').flatMap((pair) => (cookieName(pair) === name ? [cookieValue(pair)] : []));
      // A neighbouring subdomain can add a cookie of this name, even in front. The gateway cannot tell which one is
      // ours.
      return values.length > 1 ? '' : values[0];
    },
    write(request, response, value) {
      const secure = isSecure(request);
      const age = value === undefined ? 0 : lifetime;
      const attributes = `Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      const others = setCookies(response).filter((text) => !isOurs(text));
      response.setHeader('set-cookie', [...others, `${nameFor(secure)}=${value ?? ''}; ${attributes}`]);
      // A shared cache must not give the cookie to other clients.
      if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
    },
  };
}

function nameFor(secure: boolean): string {
  return secure ? sessionCookieNames.secure : sessionCookieNames.plain;
}

function cookieValue(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1).trim();
}

function setCookies(response: ServerResponse): readonly string[] {
  const header = response.getHeader('set-cookie') ?? [];
  return Array.isArray(header) ? header : [String(header)];
}

function isOurs(setCookie: string): boolean {
  const name = cookieName(setCookie);
  return Object.values(sessionCookieNames).some((each) => each === name);
}
