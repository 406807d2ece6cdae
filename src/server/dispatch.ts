import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../base/request-error.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { requestIdOf } from '../gateway/request-id.ts';
import { parseRequestTarget } from '../gateway/request-target.ts';
import { sendError } from './send-error.ts';

/** Answers one request, or throws what `send-error.ts` turns into an answer. */
export type RequestHandler = (gateway: Gateway, request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface RequestHandlers {
  readonly graphql: RequestHandler;
  readonly rest: RequestHandler;
}

/** Gives a request to the handler of its path. Never rejects: whatever is thrown becomes an answer here. */
export async function dispatch(
  { gateway, handlers }: { readonly gateway: Gateway; readonly handlers: RequestHandlers },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A write after the client left, or after a time-out's answer, is nothing that anybody could act on.
  response.on('error', (err) => gateway.logger.debug('response failed', { err }));
  try {
    requireOneHost(request);
    const { path } = parseRequestTarget(request.url);
    const handle = path === gateway.config.graphql.path ? handlers.graphql : handlers.rest;
    await handle(gateway, request, response);
  } catch (error) {
    sendError(gateway, request, response, error, requestIdOf(request, response));
  }
}

/** Two `Host` headers are read differently by different programs, which is how requests are smuggled past a proxy. */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return;
  throw new RequestError('BAD_USER_INPUT', 400, 'A request has exactly one Host header.', { connection: 'close' });
}
