import type { IncomingMessage } from 'node:http';
import type { ClientInfo, ClientOf } from '../../base/client-info.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Cors } from '../edge/cors.ts';

/**
 * Whether a request comes from this shop's own pages, as far as the browser says. `Sec-Fetch-Site` is looked at first, since
 * behind a proxy `Host` may not be what the browser saw; older browsers send `Origin` alone, which is compared with the host
 * that a trusted proxy names, else with `Host`. `none` (typed, or from a
 * bookmark) is no site's doing, but no form of ours either.
 */
export function isFromOwnOrigin({ headers }: IncomingMessage, client: ClientInfo): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  const { host, protocol } = client;
  if (origin === undefined || host === undefined) return false;
  // Parsed both, so that a port which goes without saying is left out of both.
  const asked = URL.parse(`${protocol}://${host}`)?.host;
  return asked !== undefined && URL.parse(origin)?.host === asked;
}

/** Who the shop is, and whom it trusts. */
export interface OriginRules {
  readonly clientOf: ClientOf;
  readonly cors: Pick<Cors, 'trusts'> | undefined;
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
 * pages, or from a site that gateway.yaml trusts with the cookie (`server.cors`). Throws RequestError FORBIDDEN 403.
 */
export function requireOwnOrigin(request: IncomingMessage, { clientOf, cors }: OriginRules): void {
  if (safeMethods.includes(request.method) || isFromOwnOrigin(request, clientOf(request))) return;
  if (cors?.trusts(request.headers.origin) === true) return;
  throw new RequestError('FORBIDDEN', 403, 'Signed-in shoppers are served from this shop’s own pages only.');
}
