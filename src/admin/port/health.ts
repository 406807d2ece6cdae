/** Undefined when healthy, else a short reason without secrets or addresses. */
type HealthCheck = () => string | undefined | Promise<string | undefined>;

/** Whether this process is ready for requests. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #step: string | undefined;
  #hasBegun = false;

  constructor() {
    this.watch('running', () => {
      if (this.#state === 'running') return undefined;
      return this.#state === 'starting' && this.#step !== undefined
        ? `it is starting: ${this.#step}`
        : `it is ${this.#state}`;
    });
  }

  /** Whether the start was complete at some time. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** What the start does: `it runs things/002-add.sql`. Without secrets or addresses. */
  starts(step: string): void {
    this.#step = step;
  }

  watch(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** The port is open. From here on the checks decide. */
  begin(): void {
    this.#state = 'running';
    this.#hasBegun = true;
  }

  /** From here on the process is not ready, whatever the checks report. */
  stop(): void {
    this.#state = 'stopping';
  }

  /** Runs all checks and returns their results in the order of `watch` calls. */
  look() {
    return Promise.all([...this.#checks].map(async ([name, check]) => ({ name, reason: await check() })));
  }
}
