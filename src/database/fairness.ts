import type { Connection, Pool } from './connection-pool.ts';
import type { PoolOwner } from './pool-owner.ts';

export interface FairnessOptions {
  /** Connections of all extensions together. */
  readonly limit: number;
  /** Milliseconds after which a connection that its extension does not use may go to a neighbour that waits. */
  readonly settleMs: number;
}

/** Which extension may open a connection, and whose idle one is closed for it. */
export class Fairness {
  readonly #pools: ReadonlyMap<PoolOwner, Pool>;
  readonly #limit: number;
  readonly #settleMs: number;

  constructor(pools: ReadonlyMap<PoolOwner, Pool>, { limit, settleMs }: FairnessOptions) {
    this.#pools = pools;
    this.#limit = limit;
    this.#settleMs = settleMs;
  }

  /** How many connections each extension would have if all had the same. */
  get share(): number {
    return Math.floor(this.#limit / Math.max(1, this.#pools.size));
  }

  /** Whether a pool may open a connection when there are so many: a place is kept for each extension that has none. */
  mayOpen(pool: Pool, total: number): boolean {
    if (total >= this.#limit) return false;
    if (pool.open === 0 || this.#pools.size > this.#limit) return true;
    let kept = 0;
    for (const other of this.#pools.values()) if (other.open === 0) kept++;
    return total + kept < this.#limit;
  }

  /** The neighbour's connection that has been idle longest, taken out of its pool to be closed. */
  takeIdle(pool: Pool): Connection | undefined {
    let longest: Connection | undefined;
    for (const { idle } of this.#pools.values()) {
      const connection = idle[0];
      if (connection === undefined || connection.pool === pool || !this.#mayTake(pool, connection)) continue;
      if (longest === undefined || connection.idleSince < longest.idleSince) longest = connection;
    }
    return longest?.pool.idle.shift();
  }

  /**
   * A login costs a hundred queries, so a connection that is idle for a moment must not change hands each time. It
   * goes to an extension that has none; to one with less than its share from one with more; and to any other after
   * some idle time.
   */
  #mayTake(pool: Pool, idle: Connection): boolean {
    if (pool.open === 0) return idle.pool.open > 1 || this.#pools.size > this.#limit;
    if (idle.pool.open <= 1) return false;
    if (pool.open < this.share && idle.pool.open > this.share) return true;
    return performance.now() - idle.idleSince >= this.#settleMs;
  }
}
