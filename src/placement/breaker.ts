import type { CircuitBreakerPolicy, ConsecutiveBreaker } from 'cockatiel';

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

/** cockatiel's part, which is not loaded before something has failed. */
interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  readonly row: ConsecutiveBreaker;
  state: BreakerState;
}

/**
 * Gives an extension a rest when it fails again and again. The states are cockatiel's; its own way to run a call makes several
 * promises each time, and here most calls need not even one. So calls run beside it, and it hears of failures, of the
 * success that ends a row of them, and of the one call that is tried.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  #circuit: Circuit | undefined;
  #loading: Promise<void> | undefined;
  #trial: Trial | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): BreakerState {
    return this.#circuit?.state ?? 'closed';
  }

  /** May a call go through? A trial does, and so ends with the first success or failure that anybody has after it began. */
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
    if (this.#circuit === undefined) return;
    if (this.#trial !== undefined) this.#trial.succeeded();
    else if (this.state === 'closed') this.#circuit.row.state = 0;
  }

  failed(): void {
    if (this.#options.failures === 0) return;
    if (this.#circuit === undefined) void this.#load().then(() => this.failed());
    else if (this.#trial !== undefined) this.#trial.failed();
    // What began before it opened says nothing new.
    else if (this.state === 'closed') this.#tell(() => Promise.reject(failure));
  }

  #tell(outcome: () => Promise<void>): void {
    // It rejects with what it was told, or because it is open; both are known here.
    this.#circuit?.policy.execute(outcome).catch(() => undefined);
  }

  #load(): Promise<void> {
    this.#loading ??= import('cockatiel').then(({ CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll }) => {
      const { failures, resetMs, onChange } = this.#options;
      const row = new ConsecutiveBreaker(failures);
      const circuit: Circuit = {
        row,
        policy: circuitBreaker(handleAll, { halfOpenAfter: resetMs, breaker: row }),
        state: 'closed',
      };
      circuit.policy.onStateChange((state) => {
        if (state !== CircuitState.HalfOpen) this.#trial = undefined;
        circuit.state = state === CircuitState.Closed ? 'closed' : state === CircuitState.Open ? 'open' : 'half-open';
        onChange(circuit.state);
      });
      this.#circuit = circuit;
    });
    return this.#loading;
  }
}

const failure = new Error('a call failed');
