import type { ExtensionId } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { RequestError } from '../base/request-error.ts';
import { CallClock, type TimedCall } from '../http/call-clock.ts';
import { Breaker, type BreakerState, type Trial } from './breaker.ts';
import { isConnectionFailure } from './connection-failure.ts';

export interface CallsOptions {
  readonly extension: ExtensionId;
  /** Milliseconds of one call. */
  readonly timeoutMs: number;
  /**
   * Milliseconds until the gateway gives a call up; `timeoutMs` when left out. An extension elsewhere keeps the time
   * of its calls itself, and one document may need several of them in a row.
   */
  readonly giveUpMs?: number | undefined;
  /** Milliseconds of a handler, where the extension has a limit of its own. */
  readonly handlerTimeoutMs?: number | undefined;
  readonly breaker: { readonly failures: number; readonly resetMs: number };
  readonly logger: Logger;
}

/** What gateway.yaml says of an extension's calls. */
export type CallLimitsConfig = Pick<CallsOptions, 'timeoutMs' | 'handlerTimeoutMs' | 'breaker'>;

/** What can be seen of an extension's calls, for metrics and whoever looks. */
export interface CallsReport {
  readonly state: BreakerState;
  /** When the state was entered. */
  readonly since: Date;
  /** How often the breaker has opened. */
  readonly opened: number;
  readonly timedOut: number;
  /** Calls that could not reach what they need. */
  readonly cutOff: number;
  /** Calls that were not made since the extension has a rest. */
  readonly refused: number;
  /** Calls that are waited for at this moment, handlers not among them. */
  readonly pending: number;
}

/**
 * All calls of one extension, whoever makes them: how long each may take, and whether it is called at all. One that
 * is waited for in vain fails alone, and nobody waits for an extension that never answers.
 */
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

  /** See {@link CallsOptions}. */
  get handlerTimeoutMs(): number | undefined {
    return this.#options.handlerTimeoutMs;
  }

  get report(): CallsReport {
    return {
      state: this.#breaker.state,
      since: this.#since,
      opened: this.#opened,
      timedOut: this.#timedOut,
      cutOff: this.#cutOff,
      refused: this.#refused,
      pending: this.#clock.size,
    };
  }

  /**
   * Before a call. Throws RequestError EXTENSION_UNAVAILABLE 503 while the extension has a rest. A trial is to be
   * ended by whoever got it, in case that nothing else has.
   */
  admit(): Trial | undefined {
    const admitted = this.#breaker.admit();
    if (admitted === 'yes') return undefined;
    if (admitted !== 'no') return admitted;
    this.#refused++;
    const { extension, breaker } = this.#options;
    const seconds = Math.max(Math.ceil((this.#since.getTime() + breaker.resetMs - Date.now()) / 1000), 1);
    const message = `The extension ${extension} is away; try again.`;
    throw new RequestError('EXTENSION_UNAVAILABLE', 503, message, { 'retry-after': String(seconds) });
  }

  /** Gives the call up once its time is over. */
  start(call: TimedCall): void {
    this.#clock.start(call);
  }

  /** The call has ended, in whatever way. */
  stop(call: TimedCall): void {
    this.#clock.stop(call);
  }

  succeeded(): void {
    this.#breaker.succeeded();
  }

  /** To be told what a call threw: only what the extension could not reach counts against it. */
  threw(error: unknown): void {
    // Of an extension elsewhere, which has kept its time itself.
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

  /** A call's time is over. */
  timedOut(): void {
    this.#timedOut++;
    this.#breaker.failed();
  }

  /** What stands in for the answer of a call whose time is over. */
  timeoutError(): RequestError {
    const { extension, timeoutMs } = this.#options;
    return new RequestError(
      'EXTENSION_TIMEOUT',
      504,
      `The extension ${extension} took longer than ${timeoutMs / 1000} s.`,
    );
  }

  #changed(state: BreakerState): void {
    const { extension, breaker, logger } = this.#options;
    this.#since = new Date();
    if (state === 'open') {
      this.#opened++;
      logger.error('extension has a rest', { extension, restMs: breaker.resetMs, timedOut: this.#timedOut });
    } else if (state === 'half-open') {
      logger.info('extension is tried', { extension });
    } else {
      logger.info('extension is back', { extension });
    }
  }
}
