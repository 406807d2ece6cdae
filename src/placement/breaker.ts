import { type CircuitBreakerPolicy, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';

export interface BreakerOptions {
  /** Consecutive failures that open the circuit; 0 for never. */
  readonly failures: number;
  /** Milliseconds until a trial. */
  readonly resetMs: number;
  /** Called once for each change of state. */
  readonly onChange: (state: BreakerState) => void;
}

/** `closed`: calls run. `open`: no call runs. `half-open`: one call runs as a trial. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** A call that tests whether the extension works again. Only its first outcome counts. */
export interface Trial {
  succeeded(): void;
  failed(): void;
}

/**
 * A circuit breaker for one extension, with the states of cockatiel. Calls run outside cockatiel, whose `execute`
 * costs a promise for each call. Cockatiel gets only failures, the success that ends a row of failures, and trials.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #row: ConsecutiveBreaker;
  #policy: CircuitBreakerPolicy;
  #trial: Trial | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#row = new ConsecutiveBreaker(options.failures);
    this.#policy = this.#createPolicy();
  }

  #createPolicy(): CircuitBreakerPolicy {
    const { resetMs, onChange } = this.#options;
    const policy = circuitBreaker(handleAll, { halfOpenAfter: resetMs, breaker: this.#row });
    policy.onStateChange((state) => {
      if (policy !== this.#policy) return;
      if (state !== CircuitState.HalfOpen) this.#trial = undefined;
      onChange(names[state]);
    });
    return policy;
  }

  /** Closes an open circuit before its time, since the cause of its failures has ended. */
  close(): void {
    if (this.state === 'closed') return;
    this.#row = new ConsecutiveBreaker(this.#options.failures);
    this.#policy = this.#createPolicy();
    this.#trial = undefined;
    this.#options.onChange('closed');
  }

  get state(): BreakerState {
    return names[this.#policy.state];
  }

  /** Whether a call may run. A trial ends with the first success or failure after its start, even of another call. */
  admit(): 'yes' | 'no' | Trial {
    const { state } = this;
    if (state === 'closed') return 'yes';
    if (state === 'half-open') return 'no';
    // Cockatiel runs this synchronously when `resetMs` is over, else not at all.
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
    // A failure of a call that started before the circuit opened adds nothing.
    else if (this.state === 'closed') this.#tell(() => Promise.reject(failure));
  }

  #tell(outcome: () => Promise<void>): void {
    // It rejects with the failure above, or because the circuit is open. Both are handled.
    this.#policy.execute(outcome).catch(() => undefined);
  }
}

const names: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  // Only cockatiel's `isolate` gives this state. The gateway does not call it.
  [CircuitState.Isolated]: 'open',
};

const failure = new Error('a call failed');
