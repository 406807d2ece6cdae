import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../../base/request-error.ts';
import type { Caller, RequestInfo } from '../../extension-api.ts';
import type { Gateway, RequestScope } from '../gateway.ts';
import { clientGone } from './read-body.ts';
import { requestIdOf } from './request-id.ts';

/** A scope that its opener ends: GraphQL and REST requests both open one once the caller is known. */
export interface OpenScope extends RequestScope {
  /** The work's outcome; rejects as soon as the client leaves or the time is over, since nobody waits any longer. */
  within<Result>(work: Promise<Result>): Promise<Result>;
  /** Stops the clock and stops watching the client. Call it in a `finally`. */
  close(): void;
}

/** The two ends of an HTTP exchange, and the milliseconds that it may take. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly timeoutMs: number;
}

/**
 * What all extensions share of one request. The signal is aborted with a RequestError as its reason: CLIENT_GONE when the
 * client leaves, TIMEOUT 504 when the time is over.
 */
export function openScope(gateway: Gateway, caller: Caller, { request, response, timeoutMs }: Exchange): OpenScope {
  const id = requestIdOf(request, response);
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => {
    // An answer that has begun may take its time: a download lasts as long as the client's line needs.
    if (response.headersSent) return;
    controller.abort(new RequestError('TIMEOUT', 504, `The request took longer than ${timeoutMs / 1000} s.`));
  }, timeoutMs);
  const leave = () => {
    if (!response.writableFinished) controller.abort(clientGone());
  };
  response.once('close', leave);
  if (response.destroyed) leave();

  let logger: RequestScope['logger'] | undefined;
  return {
    request: describeRequest(request, id),
    caller,
    signal,
    // Most requests log nothing, and a child logger is not free.
    get logger() {
      logger ??= gateway.logger.child({ requestId: id });
      return logger;
    },
    depth: 0,
    within: (work) => beforeAbort(work, signal),
    close: () => {
      clearTimeout(timer);
      response.off('close', leave);
    },
  };
}

function describeRequest(request: IncomingMessage, id: string): RequestInfo {
  let headers: RequestInfo['headers'] | undefined;
  return {
    id,
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    // Credentials are the gateway's business: an extension gets to know the caller, not how to be the caller.
    get headers() {
      if (headers === undefined) {
        const { authorization, 'proxy-authorization': proxyAuthorization, cookie, ...rest } = request.headers;
        headers = rest;
      }
      return headers;
    },
  };
}

function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
