import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { carriesCredentials, requirePageAccess } from '#auth';
import { outageOf, RequestError } from '#base';
import { type PageConfig, shopIn } from '#config';
import type { Caller } from '#extension-api';
import type { SubmittedForm } from '#extension-ui';
import {
  coreTextsFor,
  hashWithout,
  localeOf,
  matchesTag,
  newRequestId,
  openScope,
  parseRequestTarget,
  prefersHtml,
  requestIdOf,
  sendWhole,
} from '#http';
import { notFoundPage, pageFields, pageValues, renderComponents, unchangedPageFields } from '#pages';
import { recordAs } from '#telemetry';
import { acceptedFor } from './content-encoding.ts';
import type { Gateway } from './gateway.ts';

/** One page request. It throws, redirects to the sign-in page, or sends the page. `send-error.ts` answers errors. */
export async function handlePageRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // 1. Find: which page is it?
  const { path, search } = parseRequestTarget(request.url); // throws 400
  const found = gateway.pages.find(path);
  if (found === undefined) throw new RequestError('NOT_FOUND', 404, `There is no page ${path}.`);
  const { page, params } = found;
  const requestId = newRequestId(request); // also for refusals
  recordAs(response, gateway.telemetry.page(page), requestId);
  requireMethod(gateway, request.method, path); // throws 405 with Allow

  // 2. Identify: who is calling?
  const caller = await identify(gateway, { page, params, search, request, response }); // throws 401, 403, 503
  if (caller === undefined) return;

  // 3. Permit: may they see it?
  if (!requirePageAccess(gateway, caller, { request, response, page })) return; // throws 401

  // 4. to 6. Read the page's values, fetch its data, render it. A form that the caller sent as a guest is on it again.
  const isTaken = caller.kind === 'user' && request.method === 'GET';
  const form = isTaken ? gateway.keptForms?.take(request, response, path) : undefined;
  const shown = form && { ...form, errors: {}, message: coreTextsFor(request).signedIn };
  const sought = { group: page.group, params, search, request, response, requestId, caller };
  await renderPage(gateway, { ...sought, status: 200, form: shown });
}

interface PageSought extends Pick<PageToRender, 'params' | 'request' | 'response'> {
  readonly page: PageConfig & { readonly group: string };
  readonly search: string | undefined;
}

/**
 * The caller. When the sessions are away, a browser gets the page that says so, as a guest sees it; undefined then.
 */
async function identify(gateway: Gateway, sought: PageSought): Promise<Caller | undefined> {
  const { page, request, response } = sought;
  try {
    return await gateway.authenticate(request, response);
  } catch (error) {
    if (outageOf(error) === undefined || !prefersHtml(request.headers.accept)) throw error;
    await renderPage(gateway, {
      ...sought,
      group: page.group,
      status: 503,
      caller: { kind: 'guest' },
      isRefused: true,
    });
    return undefined;
  }
}

export interface PageToRender {
  /** Name of the page group, or `notFound`. */
  readonly group: string;
  /** Parameters of the page's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Default: the id in the response's headers. One that is not yet there is sent with the page's own headers. */
  readonly requestId?: string;
  readonly status: number;
  /** A refused form, for `useForm`. */
  readonly form?: SubmittedForm | undefined;
  /** Default: the sender of the request. The function that calls this has checked whether they may see the page. */
  readonly caller?: Caller | undefined;
  /** The page's query string without its `?`. Undefined after a form, which has another address. */
  readonly search?: string | undefined;
  /** The request was refused because something is away, and the page says so. */
  readonly isRefused?: boolean | undefined;
}

/** Steps 4 to 6 of a page request, also for a refused form and an unknown address. */
export async function renderPage(gateway: Gateway, options: PageToRender): Promise<void> {
  const { group, request, response } = options;
  const page = gateway.pages.groups.get(group);
  if (page === undefined) throw new Error(`there is no page group "${group}"`);
  const caller = options.caller ?? (await gateway.authenticate(request, response));
  const { timeoutMs } = gateway.config.server.limits;
  const requestId = options.requestId ?? requestIdOf(request, response);
  const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs });
  try {
    // 4. Validate: which values may its components use?
    const shop = shopIn(gateway.shopOf(scope), localeOf(request));
    const values = pageValues(page, { ...options, caller, shop, client: gateway.edge.clientOf(request) });

    // 5. Do: run one operation for all components, then render each, until the client leaves or the time is over.
    const { form, isRefused } = options;
    const formKey = randomUUID();
    const work = { page, values, shop, form, formKey, scope, isRefused };
    const rendered = await scope.within(renderComponents(gateway, work)); // throws 504

    // 6. Answer.
    if (rendered === 'not-found') await renderNotFound(gateway, { request, response, caller });
    else sendPage(gateway, page, options, { rendered, path: values.page.path, formKey, requestId });
  } finally {
    scope.close();
  }
}

/** Answers an unknown address with the components of every page and those of the group `notFound`. */
export async function renderNotFound(
  gateway: Gateway,
  { request, response, caller }: Pick<PageToRender, 'request' | 'response' | 'caller'>,
): Promise<void> {
  await renderPage(gateway, { group: notFoundPage, params: {}, request, response, status: 404, caller });
}

function requireMethod({ routes }: Gateway, method: string | undefined, path: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const allowed = ['GET', 'HEAD', ...routes.methodsAt(path)].toSorted().join(', ');
  throw new RequestError('METHOD_NOT_ALLOWED', 405, `${method} is not allowed here, but ${allowed}.`, {
    allow: allowed,
  });
}

interface SentPage {
  readonly rendered: Exclude<Awaited<ReturnType<typeof renderComponents>>, 'not-found'>;
  /** With the prefix of its locale. */
  readonly path: string;
  readonly formKey: string;
  readonly requestId: string;
}

function sendPage(
  gateway: Gateway,
  page: PageConfig,
  { request, response, status, form, search }: PageToRender,
  { rendered, path, formKey, requestId }: SentPage,
): void {
  const { isOutage, html, nonce } = rendered;
  const common = gateway.edge.securityHeaders.fieldsFor(request);
  const encoding = acceptedFor(gateway, request);
  const fields = pageFields(common, rendered, page);
  const isFound = status === 200 && form === undefined && !isOutage;
  const moved = isFound ? movedAddress(rendered.movedTo, path, search) : undefined;
  if (moved !== undefined) {
    sendWhole(request, response, { status: 301, fields: [...fields, 'location', moved], requestId, encoding }, html);
    return;
  }
  const isKept = isFound && page.access === 'public' && !gateway.development;
  if (!isKept || carriesCredentials(request) || response.hasHeader('set-cookie')) {
    // Node sends a string together with the headers.
    sendWhole(request, response, { status: isOutage ? 503 : status, fields, requestId, encoding }, html);
    return;
  }
  // Weak, since pages with another nonce or key, or compressed, say the same.
  const { hash, isShared } = rendered.kept ?? hashWithout(html, [nonce, formKey]);
  const tag = `W/"${hash}"`;
  if (matchesTag(request.headers['if-none-match'], tag)) {
    // The admin port sets a policy for all of its responses, which would replace that of the kept page.
    response.removeHeader('content-security-policy');
    response.writeHead(304, [...unchangedPageFields(common, page), 'etag', tag, 'x-request-id', requestId]).end();
    return;
  }
  const shared = isShared ? hash : undefined;
  sendWhole(request, response, { status, fields: [...fields, 'etag', tag], requestId, encoding, hash: shared }, html);
}

/** Undefined for a page that is where it should be. The query string stays, unless the new address has its own. */
function movedAddress(movedTo: string | undefined, path: string, search = ''): string | undefined {
  const target = movedTo === undefined ? null : URL.parse(movedTo, anyOrigin);
  // An address from data leads to no other site, and not in a circle.
  if (target?.origin !== anyOrigin || target.pathname.startsWith('//') || target.pathname === path) return undefined;
  if (target.search === '') target.search = search;
  return target.pathname + target.search + target.hash;
}

const anyOrigin = 'http://shop.invalid';
