import type { Connection, Pool, PoolOwner } from './connection-pool.ts';

/** Closes connections that are idle for too long. */
export class IdleSweeper {
  readonly #pools: ReadonlyMap<PoolOwner, Pool>;
  readonly #idleMs: number;
  readonly #close: (connection: Connection) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(pools: ReadonlyMap<PoolOwner, Pool>, close: (connection: Connection) => void, idleMs = 30_000) {
    this.#pools = pools;
    this.#idleMs = idleMs;
    this.#close = close;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => this.#sweep(), this.#idleMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sweep(): void {
    this.#timer = undefined;
    const oldest = performance.now() - this.#idleMs;
    for (const { idle } of this.#pools.values()) {
      for (const connection of idle.filter(({ idleSince }) => idleSince <= oldest)) {
        idle.splice(idle.indexOf(connection), 1);
        this.#close(connection);
      }
      if (idle.length > 0) this.schedule();
    }
  }
}
