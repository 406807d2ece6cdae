import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../base/request-error.ts';

/**
 * Whether a request comes from this shop's own pages, as far as the browser says. `Sec-Fetch-Site` is looked at first, since
 * behind a proxy `Host` may not be what the browser saw; older browsers send `Origin` alone. `none` (typed, or from a
 * bookmark) is no site's doing, but no form of ours either.
 */
export function isFromOwnOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
}

/**
 * Whether the browser says that another site's page has sent this. Whoever is no browser says nothing, and what a person has
 * typed is no site's. Unlike {@link isFromOwnOrigin} this asks for no proof.
 */
export function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase();
}

const safeMethods: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Any page of the web can send a browser here, and the browser adds the cookie: what changes something must come from our own
 * pages. Throws RequestError FORBIDDEN 403.
 */
export function requireOwnOrigin(request: IncomingMessage): void {
  if (safeMethods.includes(request.method) || isFromOwnOrigin(request)) return;
  throw new RequestError('FORBIDDEN', 403, 'Signed-in shoppers are served from this shop’s own pages only.');
}
