import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#base';
import type { Config } from '#config';
import { isSafeMethod, isTrusted } from '#edge';
import type { Session } from '#extension-api';
import { createCookie, gatewayCookies } from './session-cookie.ts';
import { createSessionIds, newId } from './session-id.ts';

/** 400 days: browsers keep no cookie for longer (RFC 6265bis, 5.5). */
const lifetime = 400 * 24 * 60 * 60;

/** Browsers that are known again without a sign-in. A signed cookie has the id; the gateway stores nothing. */
export interface Visitors {
  /** The id of the browser. Null without a valid cookie, and for an unsafe method from another origin. */
  read(request: IncomingMessage): string | null;
  /**
   * `session.visitor` for one request. A served extension makes the id itself, and hands it over here. Throws
   * RequestError FORBIDDEN 403 for another origin's request, which would replace the id of the browser.
   */
  open(request: IncomingMessage, response: ServerResponse): (made?: string) => string;
}

export function createVisitors(config: Config['auth']['session'], edge: Parameters<typeof isTrusted>[1]): Visitors {
  const { secret, olderSecrets, secureCookie } = config;
  const cookie = createCookie({ name: gatewayCookies.visitor, lifetime, secureCookie }, edge.clientOf);
  const ids = createSessionIds(secret, olderSecrets, 'visitor');
  // Other sites send no cookie, but other origins of this site do. Clients that are no browsers report no origin.
  const isForeign = (request: IncomingMessage): boolean =>
    (request.headers.origin ?? request.headers['sec-fetch-site']) !== undefined && !isTrusted(request, edge);
  const read = (request: IncomingMessage): string | null => {
    const value = cookie.read(request);
    return value === undefined || isForeign(request) ? null : (ids.verify(value) ?? null);
  };
  return {
    read,
    open(request, response) {
      let current: string | undefined;
      return (made) => {
        if (current !== undefined) return current;
        const id = visitorOf(request, response, read(request) ?? undefined, made);
        if (isSafeMethod(request.method)) return id;
        if (isForeign(request))
          throw new RequestError('FORBIDDEN', 403, 'Visitors are served from this shop’s own pages only.');
        // A known visitor's cookie is renewed: its lifetime, and the secret that signs it.
        cookie.write(request, response, ids.sign(id));
        current = id;
        return id;
      };
    },
  };
}

/** A new visitor, with the `name=value` of its cookie over http, for tests. */
export function issueVisitor({ auth }: Pick<Config, 'auth'>): { readonly id: string; readonly cookie: string } {
  const ids = createSessionIds(auth.session.secret, [], 'visitor');
  const id = ids.create();
  return { id, cookie: `${gatewayCookies.visitor}=${ids.sign(id)}` };
}

/**
 * The visitor's id, or a new one. Throws Error when the cookie cannot be sent, and for a new one on a safe method:
 * people consent by what they do, not by what they see.
 */
export function visitorOf(
  { method }: Pick<IncomingMessage, 'method'>,
  { headersSent }: Pick<ServerResponse, 'headersSent'>,
  known: string | undefined,
  made: string = newId(),
): string {
  requireUnsent({ headersSent }, 'visitor');
  if (known === undefined && isSafeMethod(method))
    throw new Error(`visitor: a ${method} makes no visitor. Call it where a person does something, such as a POST`);
  return known ?? made;
}

/** Throws Error when the cookie of a session or a visitor comes too late. */
export function requireUnsent({ headersSent }: Pick<ServerResponse, 'headersSent'>, name: keyof Session): void {
  if (headersSent) throw new Error(`${name} came too late: the answer, which carries the cookie, was already sent`);
}
