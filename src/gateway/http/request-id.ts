import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const sane = /^[A-Za-z0-9._-]{8,128}$/;

/** An id for a request: the client's (or a proxy's) own when that is fit for a log, else a new one. */
export function newRequestId(request: IncomingMessage): string {
  const offered = request.headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : randomUUID();
}

const decided: unique symbol = Symbol('request id');

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    [decided]?: string;
  }
}

/** The request's id, which is decided by the first call, for whoever sets `x-request-id` later, together with other fields. */
export function decideRequestId(request: IncomingMessage, response: ServerResponse): string {
  const shown = response.getHeader('x-request-id');
  const id = typeof shown === 'string' ? shown : (response[decided] ?? newRequestId(request));
  response[decided] = id;
  return id;
}

/** The same, and the answer carries it from now on. */
export function requestIdOf(request: IncomingMessage, response: ServerResponse): string {
  const id = decideRequestId(request, response);
  if (!response.headersSent) response.setHeader('x-request-id', id);
  return id;
}
