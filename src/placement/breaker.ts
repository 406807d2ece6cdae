import type { Circuit } from '#telemetry';

interface BreakerOptions {
  /** Consecutive failures that open the circuit; 0 for never. */
  readonly failures: number;
  /** Milliseconds until a probe. */
  readonly resetMs: number;
  readonly onChange: (state: Circuit['state']) => void;
}

/** The one call that runs while the circuit is half open. Only its first outcome counts. */
export interface Probe {
  succeeded(): void;
  failed(): void;
}

/** The circuit breaker of one extension. It runs no calls: callers ask before a call, and report how it ended. */
export class Breaker {
  readonly #options: BreakerOptions;
  #state: Circuit['state'] = 'closed';
  #consecutiveFailures = 0;
  /** On the clock of `performance.now()`. */
  #openUntil = 0;
  #probe: Probe | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get state(): Circuit['state'] {
    return this.#state;
  }

  /** Whether a call may run. A probe ends with the next outcome, even of another call. */
  admit(): 'yes' | 'no' | Probe {
    if (this.#state === 'closed') return 'yes';
    if (this.#state === 'half-open' || performance.now() < this.#openUntil) return 'no';
    const probe: Probe = {
      succeeded: () => this.#probe === probe && this.succeeded(),
      failed: () => this.#probe === probe && this.failed(),
    };
    this.#change('half-open', probe);
    return probe;
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

  #change(state: Circuit['state'], probe?: Probe): void {
    this.#state = state;
    this.#probe = probe;
    this.#options.onChange(state);
  }
}
