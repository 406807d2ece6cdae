import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../base/logger.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Caller, RequestInfo } from '../../extension-api.ts';
import type { CallClock, CallClocks, TimedCall } from '../../placement/call-clock.ts';
import { clientGone } from './read-body.ts';

/** What all extensions share of one request. */
export interface RequestScope {
  readonly request: RequestInfo;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** What the signal says, without a signal having to be made. */
  readonly aborted: boolean;
  readonly logger: Logger;
  /** How many `context.query` calls this one is nested in; 0 for the client's own request. */
  readonly depth: number;
  /** Told of what an extension asks the rest of the shop: the time that passes meanwhile is not its own. */
  asks?(answer: Promise<unknown>): void;
}

/** What scopes are made from: a gateway has it. */
export interface ScopeParts {
  readonly logger: Logger;
  readonly clocks: CallClocks;
}

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
  readonly requestId: string;
  readonly timeoutMs: number;
}

/**
 * What all extensions share of one request. The signal is aborted with a RequestError as its reason: CLIENT_GONE when the
 * client leaves, TIMEOUT 504 when the time is over.
 */
export function openScope(parts: ScopeParts, caller: Caller, exchange: Exchange): OpenScope {
  return new HttpScope(parts, caller, exchange);
}

/**
 * Every request opens one, and most need nothing of it: what costs something (an AbortController, a child logger, headers
 * without credentials) is made when it is first asked for, and clock and client are watched only once somebody waits.
 */
class HttpScope implements OpenScope, TimedCall {
  readonly caller: Caller;
  readonly depth = 0;
  readonly #parts: ScopeParts;
  readonly #exchange: Exchange;
  /** Undefined as long as nobody waits. */
  #clock: CallClock | undefined;
  #request: RequestInfo | undefined;
  #logger: RequestScope['logger'] | undefined;
  #controller: AbortController | undefined;
  /** Why nobody waits any longer. */
  #reason: RequestError | undefined;
  #reject: ((reason: RequestError) => void) | undefined;
  #closed = false;

  constructor(parts: ScopeParts, caller: Caller, exchange: Exchange) {
    this.caller = caller;
    this.#parts = parts;
    this.#exchange = exchange;
    if (exchange.response.destroyed) this.#leave();
  }

  get request(): RequestInfo {
    this.#request ??= new ShownRequest(this.#exchange);
    return this.#request;
  }

  get logger(): RequestScope['logger'] {
    this.#logger ??= this.#parts.logger.child({ requestId: this.#exchange.requestId });
    return this.#logger;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#watch();
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  within<Result>(work: Promise<Result>): Promise<Result> {
    this.#watch();
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#reason !== undefined) reject(this.#reason);
      work.then(resolve, reject);
    });
  }

  close(): void {
    this.#closed = true;
    this.#clock?.stop(this);
  }

  giveUp(): void {
    const { response, timeoutMs } = this.#exchange;
    // An answer that has begun may take its time: a download lasts as long as the client's line needs.
    if (response.headersSent) return;
    this.#abort(new RequestError('TIMEOUT', 504, `The request took longer than ${timeoutMs / 1000} s.`));
  }

  #watch(): void {
    if (this.#clock !== undefined || this.#closed) return;
    const { response, timeoutMs } = this.#exchange;
    this.#clock = this.#parts.clocks.of(timeoutMs);
    this.#clock.start(this);
    response.on('close', () => this.#leave());
  }

  #leave(): void {
    if (!this.#closed && !this.#exchange.response.writableFinished) this.#abort(clientGone());
  }

  #abort(reason: RequestError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject?.(reason);
  }
}

class ShownRequest implements RequestInfo {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly #request: IncomingMessage;
  #headers: RequestInfo['headers'] | undefined;

  constructor({ request, requestId }: Exchange) {
    this.id = requestId;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.#request = request;
  }

  // Credentials are the gateway's business: an extension gets to know the caller, not how to be the caller.
  get headers(): RequestInfo['headers'] {
    if (this.#headers === undefined) {
      const { authorization, 'proxy-authorization': proxyAuthorization, cookie, ...rest } = this.#request.headers;
      this.#headers = rest;
    }
    return this.#headers;
  }
}
