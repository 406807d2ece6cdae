import { type ExtensionId, type Logger, RequestError } from '#base';
import { CallClock, type TimedCall } from '#http';
import type { Trouble } from '#postgres';
import type { Circuit } from '#telemetry';
import { Breaker, type Probe } from './breaker.ts';
import { isConnectionFailure } from './wire/connection-failure.ts';

export interface CallsOptions {
  readonly extension: ExtensionId;
  /** Time-out of one call in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Milliseconds until the gateway abandons a call. Default: `timeoutMs`. An extension outside this process enforces
   * `timeoutMs` itself, and one document may need several calls in a row.
   */
  readonly giveUpMs?: number | undefined;
  /** Time-out of handlers in milliseconds, when the extension has its own. */
  readonly handlerTimeoutMs?: number | undefined;
  readonly breaker: { readonly failures: number; readonly resetMs: number };
  readonly logger: Logger;
  /** Whether the extension's statements wait so long that another call would wait behind them. Default: never. */
  readonly isCrowded?: (() => boolean) | undefined;
  /** The current or the last trouble of the database, in milliseconds since 1970. The extension did not cause it. */
  readonly trouble?: (() => Trouble | undefined) | undefined;
}

/** Calls may time out this long before the gateway notices that the database is the reason. In milliseconds. */
const noticeMs = 2_000;

/** All calls of one extension: their time-out, and its circuit breaker. A call that times out fails alone. */
export class ExtensionCalls {
  readonly #options: CallsOptions;
  readonly #clock: CallClock;
  readonly #breaker: Breaker;
  #since = new Date();
  #opened = 0;
  #timedOut = 0;
  #cutOff = 0;
  #refused = 0;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#clock = new CallClock(options.giveUpMs ?? options.timeoutMs);
    this.#breaker = new Breaker({ ...options.breaker, onChange: (state) => this.#changed(state) });
  }

  get handlerTimeoutMs(): number | undefined {
    return this.#options.handlerTimeoutMs;
  }

  /** The state of the calls, for metrics and the console. */
  get report() {
    return {
      state: this.#breaker.state,
      /** When the breaker entered the state. */
      since: this.#since,
      opened: this.#opened,
      timedOut: this.#timedOut,
      /** Calls that could not reach a service they need. */
      cutOff: this.#cutOff,
      refused: this.#refused,
      /** Running calls, without handlers. */
      pending: this.#clock.size,
    };
  }

  /**
   * Call it before a call. Throws RequestError 503: EXTENSION_UNAVAILABLE while the circuit is open, UNAVAILABLE
   * while too many of the extension's statements wait. The caller must end a probe that it gets.
   */
  admit(): Probe | undefined {
    const { extension, breaker, isCrowded } = this.#options;
    if (isCrowded?.() === true) {
      this.#refused++;
      const message = `Too many statements of the extension ${extension} wait for the database. Try again.`;
      throw new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' });
    }
    if (this.#breaker.state !== 'closed' && this.#isDatabaseWellAgain()) this.#breaker.close();
    const admitted = this.#breaker.admit();
    if (admitted === 'yes') return undefined;
    if (admitted !== 'no') return admitted;
    this.#refused++;
    const seconds = Math.max(Math.ceil((this.#since.getTime() + breaker.resetMs - Date.now()) / 1000), 1);
    const message = `The extension ${extension} is unavailable. Try again later.`;
    throw new RequestError('EXTENSION_UNAVAILABLE', 503, message, { 'retry-after': String(seconds) });
  }

  start(call: TimedCall): void {
    this.#clock.start(call);
  }

  stop(call: TimedCall): void {
    this.#clock.stop(call);
  }

  succeeded(): void {
    this.#breaker.succeeded();
  }

  /** Reports the error of a call. Only a failed connection or a time-out counts as a failure. */
  threw(error: unknown): void {
    // An extension outside this process enforces its time-out itself.
    if (error instanceof RequestError && error.code === 'EXTENSION_TIMEOUT') {
      this.timedOut();
      return;
    }
    if (!isConnectionFailure(error)) {
      this.#breaker.succeeded();
      return;
    }
    this.#cutOff++;
    this.#breaker.failed();
  }

  timedOut(): void {
    this.#timedOut++;
    if (!this.#isDatabaseInTrouble()) this.#breaker.failed();
  }

  /** Closes an open circuit: the extension answers its health again. */
  recovered(): void {
    this.#breaker.close();
  }

  #isDatabaseInTrouble(): boolean {
    const trouble = this.#options.trouble?.();
    return trouble !== undefined && trouble.ended === undefined;
  }

  /** Whether the circuit opened because of a trouble of the database that has ended since. */
  #isDatabaseWellAgain(): boolean {
    const trouble = this.#options.trouble?.();
    if (trouble?.ended === undefined) return false;
    const opened = this.#since.getTime();
    return opened < trouble.ended && opened > trouble.began - noticeMs;
  }

  /** The error of a call that timed out: UNAVAILABLE 503 while the database is in trouble. */
  timeoutError(): RequestError {
    const { extension, timeoutMs } = this.#options;
    const message = `The extension ${extension} took longer than ${timeoutMs / 1000} s.`;
    return this.#isDatabaseInTrouble()
      ? new RequestError('UNAVAILABLE', 503, message, { 'retry-after': '1' })
      : new RequestError('EXTENSION_TIMEOUT', 504, message);
  }

  /** The error of a handler. A time-out that an extension elsewhere has noticed is like that of a call here. */
  explain(error: unknown): unknown {
    const isTimeout = error instanceof RequestError && error.code === 'EXTENSION_TIMEOUT';
    return isTimeout && this.#isDatabaseInTrouble() ? this.timeoutError() : error;
  }

  #changed(state: Circuit['state']): void {
    const { extension, breaker, logger } = this.#options;
    this.#since = new Date();
    if (state === 'open') {
      this.#opened++;
      logger.error('circuit open', { extension, resetMs: breaker.resetMs, timedOut: this.#timedOut });
    } else if (state === 'half-open') {
      logger.info('circuit half-open', { extension });
    } else {
      logger.info('circuit closed', { extension });
    }
  }
}
