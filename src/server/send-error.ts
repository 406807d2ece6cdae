import { type IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Logger } from '../base/logger.ts';
import { RequestError } from '../base/request-error.ts';
import type { Edge } from '../gateway/edge/edge.ts';
import { endResponse } from '../gateway/http/end-response.ts';
import { maskedMessage } from '../gateway/http/masked-message.ts';
import { ownHeaders } from '../gateway/http/own-headers.ts';
import { prefersHtml } from '../gateway/http/prefers-html.ts';
import type { PageTable } from '../gateway/pages/page-table.ts';
import { isForm } from '../gateway/rest/parse-body.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';

/** What of a gateway an error's answer needs. */
export interface ErrorSink {
  readonly logger: Logger;
  readonly development: boolean;
  readonly edge: Pick<Edge, 'clientOf' | 'securityHeaders' | 'cors'>;
  /** Who asked for a page gets a page. */
  readonly pages?: Pick<PageTable, 'find' | 'startPath'>;
}

/**
 * Turns whatever a request's handler threw into its answer: a RequestError as it is, anything else as a 500 that shows
 * nothing but the request's id, under which the log has the rest. When an answer is already on its way, it is cut off, so
 * that the client does not take half of it for the whole.
 */
export function sendError(
  sink: ErrorSink,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  const refusal = error instanceof RequestError ? error : undefined;
  if (refusal === undefined) logFailure(sink, request, error, requestId);
  if (response.destroyed || response.writableEnded || refusal?.code === 'CLIENT_GONE') return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, message, headers } = refusal ?? internalError(sink, error, requestId);
  startAnew(sink, request, response, requestId);
  const [path = ''] = (request.url ?? '').split('?');
  // What a form is answered, the browser shows to whoever sent it.
  const isPage = status === 404 || !isDecodable(path) || isForm(request) || sink.pages?.find(path) !== undefined;
  const html = isPage && prefersHtml(request.headers.accept);
  const page = html ? errorPage({ status, message, startPath: sink.pages?.startPath }) : undefined;
  writeAnswer(request, response, { status, message, headers, page });
}

// What cannot be decoded is nobody's path, like one that does not exist.
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Forgets what a handler did to a response that has not begun, for another answer than its own. */
export function startAnew(
  { edge }: Pick<ErrorSink, 'edge'>,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  forgetMethods(response);
  forgetHeaders(response, requestId);
  edge.securityHeaders.set(request, response);
  // Scripts that may read answers may read why there is none.
  edge.cors?.admit(request, response);
}

function logFailure({ logger, edge }: ErrorSink, request: IncomingMessage, error: unknown, requestId: string): void {
  logger.error('request failed', {
    requestId,
    client: edge.clientOf(request).address,
    method: request.method,
    // Without the query string, which may carry what no log should.
    path: request.url?.split('?')[0],
    err: error instanceof Error ? error : new Error(`Something other than an Error was thrown: ${describe(error)}`),
  });
}

function internalError(
  { development }: ErrorSink,
  error: unknown,
  requestId: string,
): { status: number; message: string; headers: Readonly<Record<string, string>> } {
  const message = maskedMessage(requestId, development ? causeText(error) : undefined);
  return { status: 500, message, headers: {} };
}

function causeText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : describe(cause);
}

// String() itself throws for some values, e.g. objects without a prototype.
function describe(value: unknown): string {
  return inspect(value, { depth: 0 });
}

// Sessions, compression and mistakes put methods of their own on a response. This answer goes past them: one that does not
// call the method which it stands for would leave the client without any.
function forgetMethods(response: ServerResponse): void {
  for (const name of Object.getOwnPropertyNames(response)) {
    if (typeof Reflect.get(ServerResponse.prototype, name) === 'function') Reflect.deleteProperty(response, name);
  }
}

// Headers that a handler set for the answer it then did not give (a cookie, a content type) are not this answer's.
function forgetHeaders(response: ServerResponse, requestId: string): void {
  for (const name of response.getHeaderNames()) if (!ownHeaders.has(name)) response.removeHeader(name);
  response.setHeader('x-request-id', requestId);
  // Bytes of it that failed on their way would count against this answer's length, which is known to be right.
  response.strictContentLength = false;
}

interface Answer {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For a person, instead of JSON. */
  readonly page: string | undefined;
}

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers, page }: Answer,
): void {
  const body = page ?? JSON.stringify({ error: message });
  response.statusCode = status;
  response.statusMessage = '';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const html = page !== undefined;
  response.setHeader('content-type', html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.setHeader('cache-control', 'no-store');
  if (html) response.setHeader('content-security-policy', errorPagePolicy);
  if (html || status === 404) response.setHeader('vary', 'Accept');
  endResponse(request, response, body);
}
