import type { IncomingMessage } from 'node:http';
import { type ClientInfo, type ClientOf, RequestError } from '#base';
import type { Cors } from './cors.ts';

/**
 * Whether the browser reports that one of this shop's pages sent the request. `Sec-Fetch-Site` counts first, since
 * behind a proxy `Host` may differ from what the browser saw. Older browsers send only `Origin`, which must match
 * the host that a trusted proxy reports, else `Host`. `none`, a typed address or a bookmark, is not one of our pages
 * either.
 */
export function isFromOwnOrigin({ headers }: IncomingMessage, client: ClientInfo): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  const { host, protocol } = client;
  if (origin === undefined || host === undefined) return false;
  // Both are parsed, which removes default ports from both.
  const asked = URL.parse(`${protocol}://${host}`)?.host;
  return asked !== undefined && URL.parse(origin)?.host === asked;
}

/** How to find the shop's own origin, and the origins that it trusts. */
interface OriginRules {
  readonly clientOf: ClientOf;
  readonly cors: Pick<Cors, 'trusts'> | undefined;
}

/**
 * Whether the browser reports that another site's page sent the request. Other clients report nothing, and a typed
 * address belongs to no site. Unlike with {@link isFromOwnOrigin}, missing headers are fine.
 */
export function isFromOtherSite(request: IncomingMessage, client: ClientInfo): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return site !== 'none' && (site ?? origin) !== undefined && !isFromOwnOrigin(request, client);
}

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a method changes nothing (RFC 9110, 9.2.1). */
export function isSafeMethod(method = 'GET'): boolean {
  return safeMethods.includes(method);
}

/** Whether a request may act by its cookies: a safe method, our own pages, or an origin that gateway.yaml trusts. */
export function isTrusted(request: IncomingMessage, { clientOf, cors }: OriginRules): boolean {
  if (isSafeMethod(request.method) || isFromOwnOrigin(request, clientOf(request))) return true;
  return cors?.trusts(request.headers.origin) === true;
}

/**
 * Any site can send a browser here, and the browser adds the cookie. So an unsafe method must come from our own pages,
 * or from an origin that `server.cors` trusts with the cookie. Throws RequestError FORBIDDEN 403.
 */
export function requireOwnOrigin(request: IncomingMessage, rules: OriginRules): void {
  if (isTrusted(request, rules)) return;
  throw new RequestError('FORBIDDEN', 403, 'Signed-in shoppers are served from this shop’s own pages only.');
}
