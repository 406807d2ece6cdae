import type { IncomingMessage, ServerResponse } from 'node:http';
import { requirePageAccess } from '../auth/require-page-access.ts';
import { RequestError } from '../base/request-error.ts';
import type { PageConfig } from '../config/config.ts';
import type { Caller } from '../extension-api.ts';
import type { SubmittedForm } from '../extension-ui.ts';
import { sendWhole } from '../http/end-response.ts';
import { requestIdOf } from '../http/request-id.ts';
import { openScope } from '../http/request-scope.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import { notFoundPage } from '../pages/components/page-layout.ts';
import type { PageDocument } from '../pages/document/page-document.ts';
import { tracePage } from '../pages/observe-page.ts';
import { pageFields } from '../pages/page-headers.ts';
import { pageValues } from '../pages/page-values.ts';
import { renderComponents } from '../pages/render-components.ts';
import { isFor } from '../telemetry/observed-response.ts';
import type { Gateway } from './gateway.ts';

/**
 * The life of one page request. Every way out is a `throw` here, a redirect to the sign-in page, or the page;
 * `server/send-error.ts` turns what is thrown into a response.
 */
export async function handlePageRequest(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = requestIdOf(request, response); // every answer carries it, a refusal too

  // 1. Which page is it?
  const { path, search } = parseRequestTarget(request.url); // throws 400
  const found = gateway.pages.find(path);
  if (found === undefined) throw new RequestError('NOT_FOUND', 404, `There is no page ${path}.`);
  const { page, params } = found;
  isFor(response, gateway.telemetry.page(page), requestId);
  requireMethod(gateway, request.method, path); // throws 405 with Allow

  // 2. Who is calling?
  const caller = await gateway.authenticate(request, response); // throws 401 for a token that is not valid, 403, 503

  // 3. May they?
  if (!requirePageAccess(gateway, caller, { request, response, page })) return; // throws 401

  // 4. to 6. Read its values, get its data, render it.
  await renderPage(gateway, { group: page.group, params, search, request, response, status: 200, caller });
}

/** One page to render as an answer. */
export interface PageToRender {
  /** A page group's name, or `notFound`. */
  readonly group: string;
  /** The page path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly status: number;
  /** A form that was refused, for `useForm`. */
  readonly form?: SubmittedForm | undefined;
  /** When left out, the request says who it is. Whether they may see the page is the caller's own business. */
  readonly caller?: Caller | undefined;
  /** The page's query string without its `?`; nothing when left out, since a form's address is not the page's. */
  readonly search?: string | undefined;
}

/** Steps 4 to 6 of a page's life, for whoever has found it by other ways: a refused form, an unknown address. */
export async function renderPage(gateway: Gateway, options: PageToRender): Promise<void> {
  const { group, request, response } = options;
  const page = gateway.pages.groups.get(group);
  if (page === undefined) throw new Error(`there is no page group "${group}"`);
  const caller = options.caller ?? (await gateway.authenticate(request, response));
  const { timeoutMs } = gateway.config.server.limits;
  const requestId = requestIdOf(request, response);
  const scope = openScope(gateway, caller, { request, response, requestId, timeoutMs });
  try {
    // 4. What may its components ask for?
    const values = pageValues(page, { ...options, caller });

    // 5. One operation for all of them, then each by itself, as long as somebody waits for it.
    const render = () => renderComponents(gateway, { page, values, form: options.form, scope });
    const rendered = await scope.within(tracePage(gateway, page, render)); // throws 504

    // 6. Answer.
    if (rendered.kind === 'document') sendPage(gateway, page, options, { ...rendered, requestId });
    else await renderNotFound(gateway, { request, response, caller });
  } finally {
    scope.close();
  }
}

/** Answers an unknown address with the components that are on every page, and with those of the group `notFound`. */
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

function sendPage(
  { edge }: Gateway,
  page: PageConfig,
  { request, response, status }: PageToRender,
  { html, nonce, requestId }: PageDocument & { readonly requestId: string },
): void {
  const fields = pageFields(edge.securityHeaders.fieldsFor(request), nonce, page);
  // As text, it goes out together with the head.
  sendWhole(request, response, { status, fields, requestId }, html);
}
