import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#base';
import type { Config, PageConfig } from '#config';
import type { Edge } from '#edge';
import type { Caller } from '#extension-api';
import { parseRequestTarget, requestIdOf } from '#http';
import { bearerChallenge } from './require-access.ts';
import { safeNext } from './sessions/safe-next.ts';

export interface PageExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly page: Pick<PageConfig, 'access'>;
}

/**
 * Whether the caller may see the page. When false, a guest on a private page has been redirected to the sign-in
 * page, with the path to return to. Throws RequestError UNAUTHENTICATED 401 when the shop has no sign-in page.
 */
export function requirePageAccess(
  { config, edge }: { readonly config: Pick<Config, 'auth' | 'pages'>; readonly edge: Pick<Edge, 'securityHeaders'> },
  caller: Caller,
  { request, response, page }: PageExchange,
): boolean {
  if (page.access === 'public' || caller.kind === 'user') return true;
  const { signInPage } = config.auth.session;
  const path = signInPage === undefined ? undefined : config.pages[signInPage]?.path;
  if (path === undefined) {
    throw new RequestError('UNAUTHENTICATED', 401, 'Sign in to see this page.', bearerChallenge);
  }
  edge.securityHeaders.set(request, response);
  requestIdOf(request, response);
  response.writeHead(303, {
    location: path + returnTo(request),
    'content-length': 0,
    'cache-control': 'no-store',
    vary: 'Authorization, Cookie',
  });
  response.end();
  return false;
}

// Only pages that GET can request again. Returning to a form's POST address would show something else.
function returnTo({ method, url }: IncomingMessage): string {
  if (method !== 'GET' && method !== 'HEAD') return '';
  const { path, search } = parseRequestTarget(url);
  const next = safeNext(search === '' ? path : `${path}?${search}`);
  return next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
}
