import { type CircuitBreakerPolicy, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';

export interface BreakerOptions {
  /** Failures in a row that open it; 0 for never. */
  readonly failures: number;
  /** Milliseconds until it tries again. */
  readonly resetMs: number;
  /** Told of every change, once. */
  readonly onChange: (state: BreakerState) => void;
}

/** `closed`: calls go through. `open`: none does. `half-open`: one is tried. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** A call by which an open breaker finds out whether all is well again. It counts once. */
export interface Trial {
  succeeded(): void;
  failed(): void;
}

/**
 * Gives an extension a rest when it fails again and again. The states are cockatiel's. Its own way to run a call is a promise
 * for each, and most calls need none: so calls run beside it. It hears of failures, of the success that ends a row of them,
 * and of the one call that is tried.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #row: ConsecutiveBreaker;
  readonly #policy: CircuitBreakerPolicy;
  #trial: Trial | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#row = new ConsecutiveBreaker(options.failures);
    this.#policy = circuitBreaker(handleAll, { halfOpenAfter: options.resetMs, breaker: this.#row });
    this.#policy.onStateChange((state) => {
      if (state !== CircuitState.HalfOpen) this.#trial = undefined;
      options.onChange(names[state]);
    });
  }

  get state(): BreakerState {
    return names[this.#policy.state];
  }

  /** May a call go through? A trial does. It ends with the first success or failure after it began, whichever call has it. */
  admit(): 'yes' | 'no' | Trial {
    const { state } = this;
    if (state === 'closed') return 'yes';
    if (state === 'half-open') return 'no';
    // When it has rested long enough, this runs at once; else not at all.
    this.#tell(() => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#trial = { succeeded: resolve, failed: () => reject(failure) };
      return promise;
    });
    return this.#trial ?? 'no';
  }

  succeeded(): void {
    if (this.#trial !== undefined) this.#trial.succeeded();
    else if (this.state === 'closed') this.#row.success();
  }

  failed(): void {
    if (this.#options.failures === 0) return;
    if (this.#trial !== undefined) this.#trial.failed();
    // What began before it opened says nothing new.
    else if (this.state === 'closed') this.#tell(() => Promise.reject(failure));
  }

  #tell(outcome: () => Promise<void>): void {
    // It rejects with what it was told, or because it is open; both are known here.
    this.#policy.execute(outcome).catch(() => undefined);
  }
}

const names: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  // Held open by hand, which the gateway never does.
  [CircuitState.Isolated]: 'open',
};

const failure = new Error('a call failed');
