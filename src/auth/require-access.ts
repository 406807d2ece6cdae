import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { RequestError } from '#base';
import type { Config, PageConfig } from '#config';
import type { Edge } from '#edge';
import type { FieldGuard } from '#engine';
import type { Caller } from '#extension-api';
import type { EndpointManifest } from '#extensions';
import { inLocaleOf, parseRequestTarget, requestIdOf } from '#http';
import { safeNext } from './sessions/safe-next.ts';

/** Throws RequestError UNAUTHENTICATED 401 for a guest, FORBIDDEN 403 for a user without a permission of the route. */
export function requireAccess(
  caller: Caller,
  { access, permissions }: Pick<EndpointManifest, 'access' | 'permissions'>,
): void {
  if (access === 'public') return;
  if (caller.kind === 'guest') {
    throw new RequestError('UNAUTHENTICATED', 401, 'This route needs authentication.', bearerChallenge);
  }
  const missing = missingFor(caller, { permissions });
  if (missing.length === 0) return;
  throw new RequestError('FORBIDDEN', 403, `This route needs the permission ${missing.join(', ')}.`);
}

export function missingFor(caller: Caller, { permissions }: Pick<PageConfig, 'permissions'>): readonly string[] {
  return permissions.filter((permission) => caller.kind === 'guest' || !caller.permissions.includes(permission));
}

/** Why a caller may not have a guarded field, UNAUTHENTICATED or FORBIDDEN; undefined where it may. */
export function refuseField(
  { scopes }: FieldGuard,
  { caller }: { readonly caller: Caller },
  coordinate: string,
): GraphQLError | undefined {
  if (caller.kind === 'guest')
    return new GraphQLError(`${coordinate} needs a signed-in caller.`, { extensions: { code: 'UNAUTHENTICATED' } });
  const held = new Set(caller.permissions);
  const missing = scopes.find((sets) => !sets.some((set) => set.every((scope) => held.has(scope))));
  if (missing === undefined) return undefined;
  const wanted = missing.map((set) => set.join(' and ')).join(', or ');
  return new GraphQLError(`${coordinate} needs the permission ${wanted}.`, { extensions: { code: 'FORBIDDEN' } });
}

/** HTTP requires a challenge with every 401 (RFC 9110, 15.5.2). Every route accepts a bearer token. */
export const bearerChallenge = { 'www-authenticate': 'Bearer' } as const;

export interface PageExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly page: Pick<PageConfig, 'access' | 'permissions' | 'whenSignedIn'>;
}

interface PageParts {
  readonly config: Pick<Config, 'auth' | 'pages'>;
  readonly edge: Pick<Edge, 'securityHeaders'>;
}

/**
 * Whether the caller may see the page. When false, a guest on a private page has been redirected to the sign-in
 * page, with the path to return to; or a signed-in caller from a page for guests. Throws RequestError
 * UNAUTHENTICATED 401 when the shop has no sign-in page, FORBIDDEN 403 for a user without a permission of the page.
 */
export function requirePageAccess(
  { config, edge }: PageParts,
  caller: Caller,
  { request, response, page }: PageExchange,
): boolean {
  if (caller.kind === 'user') {
    const missing = missingFor(caller, page);
    if (missing.length > 0)
      throw new RequestError('FORBIDDEN', 403, `Your account may not see this page: it needs ${missing.join(', ')}.`);
    return !sendOn({ config, edge }, { request, response, page });
  }
  if (page.access === 'public') return true;
  const address = signInAddress(config, request, pathOf(request));
  if (address === undefined) {
    throw new RequestError('UNAUTHENTICATED', 401, 'Sign in to see this page.', bearerChallenge);
  }
  redirect(edge, { request, response }, address);
  return false;
}

/** The address of the sign-in page, which leads to `next` then, in the request's locale. Undefined without one. */
export function signInAddress(
  { auth, pages }: PageParts['config'],
  request: IncomingMessage,
  next: string | undefined,
): string | undefined {
  const { signInPage } = auth.session;
  const path = signInPage === undefined ? undefined : pages[signInPage]?.path;
  if (path === undefined) return undefined;
  const address = inLocaleOf(request, path);
  const back = safeNext(next && inLocaleOf(request, next));
  return back === undefined ? address : `${address}?next=${encodeURIComponent(back)}`;
}

/** Sends a signed-in caller on from a page that is for guests, such as the sign-in page. */
function sendOn({ config, edge }: PageParts, { request, response, page }: PageExchange): boolean {
  const path = page.whenSignedIn === undefined ? undefined : config.pages[page.whenSignedIn]?.path;
  if (path === undefined) return false;
  const { search } = parseRequestTarget(request.url);
  const next = safeNext(new URLSearchParams(search).get('next'));
  redirect(edge, { request, response }, next ?? inLocaleOf(request, path));
  return true;
}

/** Redirects to a path that depends on who asks. */
export function redirect(
  edge: PageParts['edge'],
  { request, response }: Pick<PageExchange, 'request' | 'response'>,
  location: string,
): void {
  edge.securityHeaders.set(request, response);
  requestIdOf(request, response);
  response.writeHead(303, {
    location,
    'content-length': 0,
    'cache-control': 'no-store',
    vary: 'Authorization, Cookie',
  });
  response.end();
}

// Only pages that GET can request again. Returning to a form's POST address would show something else.
function pathOf({ method, url }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { path, search } = parseRequestTarget(url);
  return search === '' ? path : `${path}?${search}`;
}
