import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { asError } from '#base';
import { type CallClock, joinChunks, type TimedCall } from '#http';

/** One HTTP request to an instance of an extension. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string | Buffer | Readable | undefined;
  /** Ends the exchange, also after the head has arrived. */
  readonly signal: AbortSignal | undefined;
  /** Reads the signal only if the exchange outlasts this clock. Most end before, and never need a signal. */
  readonly lasting?: CallClock | undefined;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Alternating names and values, as they were sent. */
  readonly headers: readonly string[];
  header(name: string): string | undefined;
  /** The body as a stream. Read it, or call `leave`. */
  body(): Readable;
  /**
   * The whole body, or what follows its last line break when `onLine` gets the lines as they arrive. Rejects when it,
   * or a line, has more than `limit` bytes, and with what `onLine` throws. Costs less than a stream.
   */
  text(limit: number, onLine?: (line: string) => void): Promise<string>;
  /** The whole body, if it came with the head. */
  arrived(): Buffer | undefined;
  /** Ends an exchange whose body is not read. */
  leave(): void;
}

/** An instance that did not get the request, or did not answer it as HTTP. */
export class ExchangeError extends Error {
  /** No byte of the request was sent. */
  readonly isUnsent: boolean;

  constructor(cause: Error, isUnsent: boolean) {
    super(cause.message, { cause });
    this.isUnsent = isUnsent;
  }
}

/**
 * Sends a request. Resolves with the head of the answer. Rejects with {@link ExchangeError}, or with the reason of the
 * signal. A client that does not read pauses the connection, and destroying the body ends it.
 */
export function exchange(dispatcher: Dispatcher, request: OutgoingRequest): Promise<IncomingAnswer> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(request, { resolve, reject });
    if (handler.mayBegin()) dispatcher.dispatch(optionsOf(request), handler);
  });
}

function optionsOf({ method, path, headers, body }: OutgoingRequest): Dispatcher.DispatchOptions {
  return {
    method: methodOf(method),
    path,
    headers: [...headers],
    body: body ?? null,
    // The limits of calls end an exchange by its signal. A download or a stream of events may be silent for long.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

const methods: readonly Dispatcher.HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function methodOf(text: string): Dispatcher.HttpMethod {
  const method = methods.find((one) => one === text);
  if (method === undefined) throw new Error(`no route has the method ${text}`);
  return method;
}

interface WholeText {
  readonly limit: number;
  readonly onLine: ((line: string) => void) | undefined;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

interface Settle {
  readonly resolve: (answer: IncomingAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Bytes that may arrive before the body is read. */
const mostUnread = 65_536;

class Exchange implements Dispatcher.DispatchHandler, TimedCall, IncomingAnswer {
  due = 0;
  before: TimedCall | undefined;
  after: TimedCall | undefined;
  readonly #request: OutgoingRequest;
  #signal: AbortSignal | undefined;
  readonly #settle: Settle;
  #controller: Dispatcher.DispatchController | undefined;
  /** What has arrived, until the body is read as a stream. */
  #chunks: Buffer[] = [];
  #length = 0;
  #hasHead = false;
  #isEnded = false;
  #failure: Error | undefined;
  #body: Readable | undefined;
  #whole: WholeText | undefined;
  status = 0;
  statusText = '';
  #fields: NodeJS.Dict<string | string[]> = {};

  constructor(request: OutgoingRequest, settle: Settle) {
    this.#request = request;
    this.#settle = settle;
  }

  /** False when its signal is aborted: it then ends at once. */
  mayBegin(): boolean {
    const { lasting } = this.#request;
    if (lasting === undefined) return this.#follow();
    lasting.start(this);
    return true;
  }

  /** It has lasted for a while: from now on it follows its signal. */
  giveUp(): void {
    this.#follow();
  }

  #follow(): boolean {
    const { signal } = this.#request;
    this.#signal = signal;
    if (signal?.aborted === true) this.#abort();
    else signal?.addEventListener('abort', this.#abort, { once: true });
    return signal?.aborted !== true;
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#signal?.reason;
    // Before the request has a connection, undici has no controller.
    this.#settle.reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error('aborted'));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal?.aborted === true) this.#abort();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    fields: NodeJS.Dict<string | string[]>,
    statusText = '',
  ): void {
    // An informational response comes before the answer.
    if (status < 200) return;
    this.#hasHead = true;
    this.status = status;
    this.statusText = statusText;
    this.#fields = fields;
    this.#settle.resolve(this);
  }

  get headers(): readonly string[] {
    const { rawHeaders } = this.#controller ?? {};
    return Array.isArray(rawHeaders) ? rawHeaders.map((each) => each.toString('latin1')) : [];
  }

  header(name: string): string | undefined {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  arrived(): Buffer | undefined {
    return this.#isEnded && this.#failure === undefined ? joinChunks(this.#chunks) : undefined;
  }

  leave(): void {
    if (!this.#isEnded) this.#controller?.abort(new Error('the answer is not read'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body !== undefined) {
      if (!this.#body.push(chunk)) controller.pause();
      return;
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const whole = this.#whole;
    if (whole === undefined) {
      if (this.#length > mostUnread) controller.pause();
      return;
    }
    try {
      if (whole.onLine !== undefined && chunk.includes(lineBreak)) this.#passLines(whole.onLine);
      if (this.#length > whole.limit) throw new Error(`it answered more than ${whole.limit} bytes`);
    } catch (error) {
      controller.abort(asError(error));
    }
  }

  onResponseEnd(): void {
    this.#leave();
    this.#isEnded = true;
    if (this.#whole !== undefined) this.#whole.resolve(this.#joined());
    else this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#leave();
    this.#isEnded = true;
    const reason: unknown = this.#signal?.aborted === true ? this.#signal.reason : undefined;
    if (!this.#hasHead) {
      this.#settle.reject(reason ?? new ExchangeError(error, this.#controller === undefined));
      return;
    }
    this.#failure = reason instanceof Error ? reason : new ExchangeError(error, false);
    this.#whole?.reject(this.#failure);
    this.#body?.destroy(this.#failure);
  }

  text(limit: number, onLine?: (line: string) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#whole = { limit, onLine, resolve, reject };
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      if (onLine !== undefined) this.#passLines(onLine);
      if (this.#isEnded) resolve(this.#joined());
      else this.#controller?.resume();
    });
  }

  /** Gives the complete lines away, and keeps the rest. */
  #passLines(onLine: (line: string) => void): void {
    const bytes = joinChunks(this.#chunks);
    let from = 0;
    for (let end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, from)) {
      onLine(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    this.#chunks = from === bytes.length ? [] : [bytes.subarray(from)];
    this.#length = bytes.length - from;
  }

  #joined(): string {
    return joinChunks(this.#chunks).toString();
  }

  body(): Readable {
    const controller = this.#controller;
    const body = new Readable({
      read: () => controller?.resume(),
      destroy: (error, done) => {
        this.#leave();
        if (!this.#isEnded) controller?.abort(error ?? new Error('the client left'));
        done(error);
      },
    });
    this.#body = body;
    for (const chunk of this.#chunks) body.push(chunk);
    this.#chunks = [];
    if (this.#failure !== undefined) body.destroy(this.#failure);
    else if (this.#isEnded) body.push(null);
    return body;
  }

  #leave(): void {
    this.#request.lasting?.stop(this);
    this.#signal?.removeEventListener('abort', this.#abort);
  }
}

const lineBreak = 0x0a;
