/** Undefined when healthy, else a short reason without secrets or addresses. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

export interface CheckOutcome {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Whether this process is ready for requests. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  #state: 'starting' | 'running' | 'stopping' = 'starting';

  constructor() {
    this.watch('running', () => (this.#state === 'running' ? undefined : `it is ${this.#state}`));
  }

  /** Adds a check. */
  watch(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** The port is open. From here on the checks decide. */
  begin(): void {
    this.#state = 'running';
  }

  /** From here on the process is not ready, whatever the checks report. */
  stop(): void {
    this.#state = 'stopping';
  }

  /** Runs all checks and returns their results in the order of `watch` calls. */
  look(): Promise<readonly CheckOutcome[]> {
    return Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<CheckOutcome> => ({ name, reason: await check() })),
    );
  }
}
