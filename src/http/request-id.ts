import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { observationOf } from '#telemetry';

const sane = /^[A-Za-z0-9._-]{8,128}$/;

/** The request id that the client or a proxy sent, if it is safe to log, else a new one. */
export function newRequestId(request: IncomingMessage): string {
  const offered = request.headers['x-request-id'];
  return typeof offered === 'string' && sane.test(offered) ? offered : randomUUID();
}

/** Returns the request id, and sets it as a header of the response. */
export function requestIdOf(request: IncomingMessage, response: ServerResponse): string {
  const shown = response.getHeader('x-request-id');
  if (typeof shown === 'string') return shown;
  const id = observationOf(response)?.requestId ?? newRequestId(request);
  if (!response.headersSent) response.setHeader('x-request-id', id);
  return id;
}
