import type { Connection, Pool, PoolOwner } from './connection-pool.ts';

/** Decides which extension may open a connection, and whose idle one closes for it. */
export class Fairness {
  /** The most connections of all pools together. */
  limit: number;
  readonly #pools: ReadonlyMap<PoolOwner, Pool>;
  readonly settleMs: number;

  constructor(
    pools: ReadonlyMap<PoolOwner, Pool>,
    { limit, settleMs }: { readonly limit: number; readonly settleMs: number },
  ) {
    this.#pools = pools;
    this.limit = limit;
    this.settleMs = settleMs;
  }

  /** An equal share of the connections for each extension. */
  get share(): number {
    return Math.floor(this.limit / Math.max(1, this.#pools.size));
  }

  /** Whether a pool may open a connection when `total` are open. Each extension without one has a slot reserved. */
  mayOpen(pool: Pool, total: number): boolean {
    if (total >= this.limit) return false;
    if (pool.open === 0 || this.#pools.size > this.limit) return true;
    let kept = 0;
    for (const other of this.#pools.values()) if (other.open === 0) kept++;
    return total + kept < this.limit;
  }

  /**
   * Removes from its pool the connection of another extension that has been idle longest. The caller closes it. Without
   * one, another process is asked to close one of its own.
   */
  takeIdle(pool: Pool): Connection | undefined {
    const [longest] = [...this.#pools.values()]
      .flatMap(({ idle }) => idle.slice(0, 1))
      .filter((connection) => this.#mayTake(pool, connection.pool, connection.idleSince))
      .sort((one, another) => one.idleSince - another.idleSince);
    if (longest === undefined) this.#askElsewhere(pool);
    return longest?.pool.idle.shift();
  }

  /** Asks extensions in turn, and their processes. One that has not answered is asked again in a while. */
  #askElsewhere(pool: Pool): void {
    const now = performance.now();
    const [next] = [...this.#pools.values()]
      .filter((other) => other.elsewhere.size > 0 && (other === pool || this.#mayTake(pool, other, now)))
      .sort((one, another) => one.askedAt - another.askedAt);
    if (next === undefined || now - next.askedAt < this.settleMs) return;
    next.askedAt = now;
    const [giveBack = () => undefined] = next.elsewhere;
    next.elsewhere.delete(giveBack);
    next.elsewhere.add(giveBack);
    giveBack();
  }

  /**
   * A login costs a hundred queries, so a connection that is idle for a moment must not change hands each time. An
   * extension without a connection may take its slot at once. So may one below its share from one above. Any other
   * must wait until `settleMs` has passed.
   */
  #mayTake(pool: Pool, other: Pool, idleSince: number): boolean {
    if (pool === other) return false;
    if (pool.open === 0) return other.open > 1 || this.#pools.size > this.limit;
    if (other.open <= 1) return false;
    if (pool.open < this.share && other.open > this.share) return true;
    return performance.now() - idleSince >= this.settleMs;
  }
}
