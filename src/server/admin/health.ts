/** Undefined when all is well, else the reason in a few words: never a secret, nor an address. */
export type HealthCheck = () => string | undefined | Promise<string | undefined>;

export interface CheckOutcome {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Whether this process should be given requests. */
export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  #state: 'starting' | 'running' | 'stopping' = 'starting';

  constructor() {
    this.watch('running', () => (this.#state === 'running' ? undefined : `it is ${this.#state}`));
  }

  /** One more thing that must be well. */
  watch(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** The port is open: from here on the checks decide. */
  begin(): void {
    this.#state = 'running';
  }

  /** From here on the process is not ready, whatever the checks say. */
  stop(): void {
    this.#state = 'stopping';
  }

  /** All checks, in the order in which they were added. */
  look(): Promise<readonly CheckOutcome[]> {
    return Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<CheckOutcome> => ({ name, reason: await check() })),
    );
  }
}
