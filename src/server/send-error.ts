import { createHash } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { isDecodable, type Logger, RequestError } from '#base';
import type { Edge } from '#edge';
import type { Gateway } from '#gateway';
import { type CoreTexts, coreTextsFor, endResponse, inLocaleOf, maskedMessage, prefersHtml, resetHeaders } from '#http';
import { escapeHtml } from '#pages';
import { isForm } from '#rest';

export interface ErrorContext {
  readonly logger: Logger;
  readonly development: boolean;
  readonly edge: Pick<Edge, 'clientOf' | 'securityHeaders' | 'cors'>;
  /** With them, a browser that requested a page gets an error page. */
  readonly pages?: Pick<Gateway['pages'], 'find' | 'startPath'>;
}

/**
 * Turns a thrown error into a response: a RequestError as it is, anything else as a 500 that shows only the request id.
 * The log has the rest. A response that has begun is aborted, so that the client does not take a part for the whole.
 */
export function sendError(
  context: ErrorContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  const refusal = error instanceof RequestError ? error : undefined;
  if (refusal === undefined) logFailure(context, request, error, requestId);
  if (response.destroyed || response.writableEnded || refusal?.code === 'CLIENT_GONE') return;
  if (response.headersSent) {
    const path = request.url?.split('?')[0];
    if (refusal !== undefined) context.logger.error('answer cut off', { requestId, path, reason: refusal.message });
    response.destroy();
    return;
  }
  const { status, message, headers, code } = refusal ?? internalError(context, error, requestId);
  resetResponse(context, request, response, requestId);
  const [path = ''] = (request.url ?? '').split('?');
  // A browser shows the response to a form. A path that cannot be decoded belongs to no page or route.
  const isPage = status === 404 || !isDecodable(path) || isForm(request) || context.pages?.find(path) !== undefined;
  const html = isPage && prefersHtml(request.headers.accept);
  const startPath = context.pages?.startPath;
  const start = startPath === undefined ? undefined : inLocaleOf(request, startPath);
  const page = html ? errorPage({ status, message, startPath: start }, coreTextsFor(request)) : undefined;
  // Programs tell an outage from a proxy's 503 by the code.
  const body = page ?? JSON.stringify({ error: message, code: status === 503 ? code : undefined });
  writeAnswer(request, response, { status, headers, body, isPage: html });
}

/** Removes what a handler set on a response that has not begun, so that another answer can be sent. */
export function resetResponse(
  { edge }: Pick<ErrorContext, 'edge'>,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  forgetMethods(response);
  resetHeaders(response);
  response.setHeader('x-request-id', requestId);
  // Otherwise Node would count failed writes of the handler against the known content length.
  response.strictContentLength = false;
  edge.securityHeaders.set(request, response);
  // Scripts that may read responses may also read errors.
  edge.cors?.admit(request, response);
}

function logFailure({ logger, edge }: ErrorContext, request: IncomingMessage, error: unknown, requestId: string): void {
  logger.error('request failed', {
    requestId,
    client: edge.clientOf(request).address,
    method: request.method,
    // Without the query string, which may contain secrets.
    path: request.url?.split('?')[0],
    err: error instanceof Error ? error : new Error(`Something other than an Error was thrown: ${describe(error)}`),
  });
}

function internalError({ development }: ErrorContext, error: unknown, requestId: string) {
  const message = maskedMessage(requestId, development ? causeText(error) : undefined);
  return { status: 500, message, headers: {}, code: undefined };
}

function causeText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : describe(cause);
}

// String() itself throws for some values, e.g. objects without a prototype.
function describe(value: unknown): string {
  return inspect(value, { depth: 0 });
}

// Session and compression middleware replaces methods of a response. If a replacement never calls the original
// method, the client would get no error response. So they are removed.
function forgetMethods(response: ServerResponse): void {
  for (const name of Object.getOwnPropertyNames(response)) {
    if (typeof Reflect.get(ServerResponse.prototype, name) === 'function') Reflect.deleteProperty(response, name);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** HTML for a browser, instead of JSON. */
  readonly isPage: boolean;
}

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, isPage }: Answer,
): void {
  response.statusCode = status;
  response.statusMessage = '';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.setHeader('cache-control', 'no-store');
  if (isPage) response.setHeader('content-security-policy', errorPagePolicy);
  if (isPage || status === 404) response.setHeader('vary', 'Accept');
  endResponse(request, response, body);
}

interface ErrorPage {
  readonly status: number;
  readonly message: string;
  /** The path of the link to the shop; undefined when no page fits. */
  readonly startPath: string | undefined;
}

// The style belongs to no extension, since an extension may have caused the error.
const style = `:root{color-scheme:light dark}
body{max-width:34rem;margin:0 auto;padding:15vh 1.25rem 3rem;font:1.0625rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.875rem;font-weight:500;line-height:1.2}`;

/** The page may use only this style. */
const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** Renders an error page for a browser when the shop has no page for it. */
function errorPage({ status, message, startPath }: ErrorPage, texts: CoreTexts): string {
  const [title, words = message] = status === 404 ? [texts.notFound, texts.nothingHere] : texts.status(status);
  const text = escapeHtml(words);
  const link = startPath === undefined ? '' : ` <a href="${escapeHtml(startPath)}">${texts.toStart}</a>.`;
  return `<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
<p>${text}${link}</p>
</main>
</html>
`;
}
