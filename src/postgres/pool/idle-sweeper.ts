import type { Connection, Pool, PoolOwner } from './connection-pool.ts';

interface SweepOptions {
  readonly idleMs: number;
  readonly close: (connection: Connection) => void;
}

/** Closes connections that are idle for too long. */
export class IdleSweeper {
  readonly #pools: ReadonlyMap<PoolOwner, Pool>;
  readonly #options: SweepOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(pools: ReadonlyMap<PoolOwner, Pool>, options: SweepOptions) {
    this.#pools = pools;
    this.#options = options;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => this.#sweep(), this.#options.idleMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sweep(): void {
    this.#timer = undefined;
    const { idleMs, close } = this.#options;
    const oldest = performance.now() - idleMs;
    for (const { idle } of this.#pools.values()) {
      for (const connection of idle.filter(({ idleSince }) => idleSince <= oldest)) {
        idle.splice(idle.indexOf(connection), 1);
        close(connection);
      }
      if (idle.length > 0) this.schedule();
    }
  }
}
