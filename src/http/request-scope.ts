import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type ClientOf, type Logger, type Outage, RequestError } from '#base';
import type { Caller, RequestInfo } from '#extension-api';
import type { StoredSettings } from '#extensions';
import type { CallClock, CallClocks, TimedCall } from './call-clock.ts';
import { clientDisconnected } from './read-body.ts';
import { localeOf } from './request-locale.ts';

/** The part of one request that all extensions share. */
export interface RequestScope {
  readonly request: RequestInfo;
  readonly caller: Caller;
  /** The id of a browser that `session.visitor()` has made; null without one. */
  readonly visitor: string | null;
  readonly signal: AbortSignal;
  /** Whether the signal is aborted. Reading it creates no signal. */
  readonly aborted: boolean;
  readonly logger: Logger;
  /** How many `context.query` calls this one is nested in; 0 for the client's own request. */
  readonly depth: number;
  /** Called when an extension queries the gateway. The time until the answer does not count against the extension. */
  asks?(answer: Promise<unknown>): void;
  /** The first outage that a `context.query` of this request has met. A handler that then fails is unavailable. */
  outage?: Outage | undefined;
  /** The stored settings that this request sees: those of its first look. */
  settings?: StoredSettings | undefined;
}

export interface ScopeParts {
  readonly logger: Logger;
  readonly clocks: CallClocks;
  /** Finds the client's address. Without it, the address is that of the connection. */
  readonly edge?: { readonly clientOf: ClientOf };
  /** Finds the visitor. Without it, there is none. */
  readonly visitorOf?: ((request: IncomingMessage) => string | null) | undefined;
}

/** An HTTP exchange and its time-out in milliseconds. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly timeoutMs: number;
  /** The body, if it still arrives. The time-out begins when all of it has arrived. */
  readonly arriving?: Readable | undefined;
}

/**
 * Opens a scope, which its creator closes. Its signal is aborted with a RequestError as the reason: CLIENT_GONE 499
 * when the client disconnects, TIMEOUT 504 when the time is over.
 */
export function openScope(parts: ScopeParts, caller: Caller, exchange: Exchange): HttpScope {
  return new HttpScope(parts, caller, exchange);
}

/**
 * Every request opens a scope, and most use little of it. So an AbortController, a child logger and the filtered
 * headers are created on first use. Timer and client are watched from the first wait on.
 */
class HttpScope implements RequestScope, TimedCall {
  readonly caller: Caller;
  readonly depth = 0;
  outage: Outage | undefined;
  settings: StoredSettings | undefined;
  due = 0;
  before: TimedCall | undefined;
  after: TimedCall | undefined;
  readonly #parts: ScopeParts;
  readonly #exchange: Exchange;
  /** Undefined before the first wait. */
  #clock: CallClock | undefined;
  #visitor: string | null = null;
  #request: RequestInfo | undefined;
  #logger: RequestScope['logger'] | undefined;
  #controller: AbortController | undefined;
  #reason: RequestError | undefined;
  #reject: ((reason: RequestError) => void) | undefined;
  #closed = false;
  /** Bytes on the client's connection when the time was last over. */
  #written: number | undefined;

  constructor(parts: ScopeParts, caller: Caller, exchange: Exchange) {
    this.caller = caller;
    this.#parts = parts;
    this.#exchange = exchange;
    if (exchange.response.destroyed) this.#leave();
  }

  // Verified when it is read: few extensions do.
  get visitor(): string | null {
    this.#visitor ??= this.#parts.visitorOf?.(this.#exchange.request) ?? null;
    return this.#visitor;
  }

  get request(): RequestInfo {
    this.#request ??= new ShownRequest(this.#exchange, this.#parts.edge);
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

  /** Resolves with the result of the work. Rejects as soon as the client disconnects or the time is over. */
  within<Result>(work: Promise<Result>): Promise<Result> {
    this.#watch();
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#reason !== undefined) reject(this.#reason);
      work.then(resolve, reject);
    });
  }

  /** Stops the timer and ignores the client from then on. Call it in a `finally`. */
  close(): void {
    this.#closed = true;
    this.#clock?.stop(this);
  }

  giveUp(): void {
    const { response, timeoutMs, arriving } = this.#exchange;
    // An upload has the time-out of Node's parser.
    const isArriving = arriving?.readableEnded === false && !arriving.destroyed;
    if (isArriving || (response.headersSent && this.#isSending())) {
      this.#clock?.start(this);
      return;
    }
    const what = response.headersSent ? 'answer had no further byte for' : 'request took longer than';
    this.#abort(new RequestError('TIMEOUT', 504, `The ${what} ${timeoutMs / 1000} s.`));
  }

  /** Whether the client still has to take bytes, however slowly, or got new ones since the last look. */
  #isSending(): boolean {
    const { response } = this.#exchange;
    const before = this.#written;
    this.#written = response.socket?.bytesWritten;
    return response.writableEnded || response.writableLength > 0 || this.#written !== before;
  }

  #watch(): void {
    if (this.#clock !== undefined || this.#closed) return;
    const { response, timeoutMs } = this.#exchange;
    this.#clock = this.#parts.clocks.of(timeoutMs);
    this.#clock.start(this);
    response.on('close', () => this.#leave());
  }

  #leave(): void {
    if (!this.#closed && !this.#exchange.response.writableFinished) this.#abort(clientDisconnected());
  }

  #abort(reason: RequestError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject?.(reason);
  }
}

/** Set by the class, whose request no extension can read. */
let readAuthorization: (info: object) => string | undefined;

/** The bearer token that the client sent, which extensions do not see. */
export function authorizationOf(info: RequestInfo): string | undefined {
  return readAuthorization(info);
}

class ShownRequest implements RequestInfo {
  static {
    readAuthorization = (info) => (#request in info ? info.#request.headers.authorization : undefined);
  }

  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly #request: IncomingMessage;
  readonly #edge: ScopeParts['edge'];
  #headers: RequestInfo['headers'] | undefined;

  constructor({ request, requestId }: Exchange, edge: ScopeParts['edge']) {
    this.id = requestId;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    this.#request = request;
    this.#edge = edge;
  }

  get locale(): string | undefined {
    return localeOf(this.#request);
  }

  get address(): string {
    return this.#edge?.clientOf(this.#request).address ?? this.#request.socket.remoteAddress ?? '';
  }

  // Extensions get no credentials: they learn who the caller is, and cannot act as the caller elsewhere.
  get headers(): RequestInfo['headers'] {
    if (this.#headers === undefined) {
      const { authorization, 'proxy-authorization': proxyAuthorization, cookie, ...rest } = this.#request.headers;
      this.#headers = rest;
    }
    return this.#headers;
  }
}
