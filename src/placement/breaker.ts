import type { BreakerState } from '#telemetry';

export interface BreakerOptions {
  /** Consecutive failures that open the circuit; 0 for never. */
  readonly failures: number;
  /** Milliseconds until a trial call. */
  readonly resetMs: number;
  /** Called once for each change of state. */
  readonly onChange: (state: BreakerState) => void;
}

/** The one call that runs while the circuit is half open. Only its first outcome counts. */
export interface TrialCall {
  succeeded(): void;
  failed(): void;
}

/** The circuit breaker of one extension. It runs no calls: callers ask before a call, and report how it ended. */
export class Breaker {
  readonly #options: BreakerOptions;
  #state: BreakerState = 'closed';
  #consecutiveFailures = 0;
  /** On the clock of `performance.now()`. */
  #openUntil = 0;
  #trial: TrialCall | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Whether a call may run. A trial call ends with the next outcome, even of another call. */
  admit(): 'yes' | 'no' | TrialCall {
    if (this.#state === 'closed') return 'yes';
    if (this.#state === 'half-open' || performance.now() < this.#openUntil) return 'no';
    const trial: TrialCall = {
      succeeded: () => this.#trial === trial && this.succeeded(),
      failed: () => this.#trial === trial && this.failed(),
    };
    this.#change('half-open', trial);
    return trial;
  }

  succeeded(): void {
    this.#consecutiveFailures = 0;
    if (this.#state === 'half-open') this.close();
  }

  failed(): void {
    const { failures, resetMs } = this.#options;
    // While the circuit is open, failures come from calls that began before.
    if (failures === 0 || this.#state === 'open') return;
    this.#consecutiveFailures++;
    if (this.#state === 'closed' && this.#consecutiveFailures < failures) return;
    this.#openUntil = performance.now() + resetMs;
    this.#change('open');
  }

  /** Closes the circuit before its time, since the cause of the failures has ended. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#consecutiveFailures = 0;
    this.#change('closed');
  }

  #change(state: BreakerState, trial?: TrialCall): void {
    this.#state = state;
    this.#trial = trial;
    this.#options.onChange(state);
  }
}
