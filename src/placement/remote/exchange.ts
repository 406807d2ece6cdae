import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** One HTTP request to an instance of an extension. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string | Buffer | Readable | undefined;
  /** Ends the exchange, also after the head has arrived. */
  readonly signal: AbortSignal | undefined;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Alternating names and values, as they were sent. */
  readonly headers: readonly string[];
  header(name: string): string | undefined;
  /** Read it, or destroy it. */
  readonly body: Readable;
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
    const handler = new Exchange(request.signal, { resolve, reject });
    const { signal } = request;
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    dispatcher.dispatch(optionsOf(request), handler);
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

interface Settle {
  readonly resolve: (answer: IncomingAnswer) => void;
  readonly reject: (error: unknown) => void;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal | undefined;
  readonly #settle: Settle;
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;

  constructor(signal: AbortSignal | undefined, settle: Settle) {
    this.#signal = signal;
    this.#settle = settle;
    signal?.addEventListener('abort', this.#abort, { once: true });
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
    controller: Dispatcher.DispatchController,
    status: number,
    fields: NodeJS.Dict<string | string[]>,
    statusText = '',
  ): void {
    // An informational response comes before the answer.
    if (status < 200) return;
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        this.#leave();
        // A body that has ended has freed its connection.
        if (!body.readableEnded) controller.abort(error ?? new Error('the client left'));
        done(error);
      },
    });
    this.#body = body;
    this.#settle.resolve({
      status,
      statusText,
      headers: rawFields(controller),
      header: (name) => [fields[name]].flat()[0],
      body,
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#leave();
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#leave();
    const reason: unknown = this.#signal?.aborted === true ? this.#signal.reason : undefined;
    if (this.#body === undefined)
      this.#settle.reject(reason ?? new ExchangeError(error, this.#controller === undefined));
    else this.#body.destroy(reason instanceof Error ? reason : new ExchangeError(error, false));
  }

  #leave(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
  }
}

function rawFields({ rawHeaders }: Dispatcher.DispatchController): readonly string[] {
  return Array.isArray(rawHeaders) ? rawHeaders.map((each) => each.toString('latin1')) : [];
}
