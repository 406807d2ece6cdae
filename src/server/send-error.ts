import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Logger } from '../base/logger.ts';
import { RequestError } from '../base/request-error.ts';
import { endResponse } from '../gateway/end-response.ts';
import { maskedMessage } from '../gateway/masked-message.ts';
import { prefersHtml } from './prefers-html.ts';

/** What of a gateway an error's answer needs. */
export interface ErrorSink {
  readonly logger: Logger;
  readonly development: boolean;
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
  if (refusal === undefined) logFailure(sink.logger, request, error, requestId);
  if (response.destroyed || response.writableEnded || refusal?.code === 'CLIENT_GONE') return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const answer = refusal ?? internalError(sink, error, requestId);
  forgetHeaders(response, requestId);
  writeAnswer(request, response, answer);
}

function logFailure(logger: Logger, request: IncomingMessage, error: unknown, requestId: string): void {
  logger.error('request failed', {
    requestId,
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
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : describe(cause);
  return { status: 500, message: maskedMessage(requestId, development ? text : undefined), headers: {} };
}

// String() itself throws for some values, e.g. objects without a prototype.
function describe(value: unknown): string {
  return inspect(value, { depth: 0 });
}

// Headers that a handler set for the answer it then did not give (a cookie, a content type) are not this answer's.
function forgetHeaders(response: ServerResponse, requestId: string): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.setHeader('x-request-id', requestId);
}

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: { status: number; message: string; headers: Readonly<Record<string, string>> },
): void {
  const html = status === 404 && prefersHtml(request.headers.accept);
  const body = Buffer.from(html ? notFoundPage : JSON.stringify({ error: message }));
  response.statusCode = status;
  response.statusMessage = '';
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('content-type', html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.setHeader('cache-control', 'no-store');
  if (status === 404) response.setHeader('vary', 'Accept');
  endResponse(request, response, body);
}

const notFoundPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page not found</title>
<h1>Page not found</h1>
<p>There is nothing at this address. <a href="/">Go to the start page</a>.</p>
</html>
`;
