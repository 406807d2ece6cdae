import type { Client } from 'pg';
import { RequestError } from '../base/request-error.ts';
import type { Connection, Pool, PoolUse } from './connection-pool.ts';
import type { PoolOwner } from './pool-owner.ts';
import { WaitMeter } from './wait-meter.ts';
import { type Waiter, WaitingQueue } from './waiting-queue.ts';

export interface BudgetOptions {
  /** Connections of all extensions together. */
  readonly limit: number;
  readonly open: (extension: PoolOwner, onLost: (reason: string) => void) => Promise<Client>;
  readonly onLost: (extension: PoolOwner, reason: string) => void;
  /** Milliseconds until a wait for a connection is given up. */
  readonly waitMs?: number;
  /** Milliseconds until an unused connection is closed. */
  readonly idleMs?: number;
  /** Milliseconds after which a connection that its extension does not use may go to a neighbour that waits. */
  readonly settleMs?: number;
}

/**
 * The connections of all extensions, under one limit. Each belongs to one extension for its whole life, since it logs in as its role;
 * an idle one is closed when another extension needs its place, and one place for each is kept free until it is used, so that
 * none locks out the others. Who waits too long is refused: work that holds one and waits for a second cannot wait for ever.
 */
export class ConnectionBudget {
  readonly waits = new WaitMeter();
  readonly #options: BudgetOptions;
  readonly #idleMs: number;
  readonly #settleMs: number;
  readonly #pools = new Map<PoolOwner, Pool>();
  readonly #lent = new Set<Connection>();
  readonly #waiters: WaitingQueue;
  #total = 0;
  #closed = false;
  #sweeper: NodeJS.Timeout | undefined;
  #secondLook: NodeJS.Timeout | undefined;
  #drained: (() => void) | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    const message = `All ${options.limit} database connections are in use; try again.`;
    this.#waiters = new WaitingQueue({
      waitMs: options.waitMs ?? 5000,
      refusal: () => new RequestError('UNAVAILABLE', 503, message, { 'Retry-After': '1' }),
    });
    this.#idleMs = options.idleMs ?? 30_000;
    this.#settleMs = options.settleMs ?? 1_000;
  }

  /** Makes an extension known: from here on one place is kept for it. */
  register(extension: PoolOwner): void {
    this.#poolOf(extension);
  }

  /** Forgets an extension: its place goes to others. One that still sends a statement is known again. */
  forget(extension: PoolOwner): void {
    const pool = this.#pools.get(extension);
    if (pool === undefined) return;
    this.#pools.delete(extension);
    pool.isForgotten = true;
    for (const connection of pool.idle.splice(0)) this.#drop(connection);
    this.#serveWaiters();
  }

  /** Lends a connection; who waits for one leaves the queue when the signal is aborted. */
  async acquire(extension: PoolOwner, signal?: AbortSignal): Promise<Connection> {
    if (this.#closed) throw new RequestError('UNAVAILABLE', 503, 'The gateway is stopping.');
    signal?.throwIfAborted();
    const pool = this.#poolOf(extension);
    const connection = pool.idle.pop() ?? (await this.#openOrWait(pool, signal));
    this.#lent.add(connection);
    if (signal?.aborted !== true) return connection;
    this.release(connection);
    throw signal.reason;
  }

  /** Lends a connection that is there at once; undefined when there is none. */
  lendIdle(extension: PoolOwner): Connection | undefined {
    if (this.#closed) return undefined;
    const connection = this.#pools.get(extension)?.idle.pop();
    if (connection === undefined) return undefined;
    this.#lent.add(connection);
    this.waits.count(0);
    return connection;
  }

  /** Takes a connection back; `discard` when its session is no longer as it was. */
  release(connection: Connection, { discard = false } = {}): void {
    this.#lent.delete(connection);
    if (this.#lent.size === 0) this.#drained?.();
    if (discard || connection.broken || connection.pool.isForgotten || this.#closed) {
      this.#drop(connection);
      this.#serveWaiters();
      return;
    }
    const next = this.#waiters.size === 0 ? undefined : this.#waiters.nextFor(connection.pool, this.#fairShare);
    if (next === undefined) {
      connection.idleSince = performance.now();
      connection.pool.idle.push(connection);
      this.#scheduleSweep();
    } else if (next.pool === connection.pool) {
      next.resolve(connection);
    } else {
      this.#drop(connection);
      this.#openFor(next);
    }
  }

  /** Refuses who waits, gives work under way some time to end, and closes every connection. */
  async close(graceMs = 5000): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#sweeper);
    clearTimeout(this.#secondLook);
    this.#waiters.close(new RequestError('UNAVAILABLE', 503, 'The gateway is stopping.'));
    if (this.#lent.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#drained = resolve;
      const timer = setTimeout(resolve, graceMs);
      await promise;
      clearTimeout(timer);
    }
    const idle = [...this.#pools.values()].flatMap((pool) => pool.idle.splice(0));
    await Promise.all([...idle, ...this.#lent].map((connection) => connection.client.end()));
  }

  /** How the places are used at this moment. */
  get use(): PoolUse {
    const { limit } = this.#options;
    const idle = this.#pools.values().reduce((sum, pool) => sum + pool.idle.length, 0);
    return { limit, open: this.#total, inUse: this.#lent.size, idle, waiting: this.#waiters.size };
  }

  #poolOf(extension: PoolOwner): Pool {
    let pool = this.#pools.get(extension);
    if (pool === undefined) {
      pool = { extension, open: 0, idle: [], isForgotten: false };
      this.#pools.set(extension, pool);
    }
    return pool;
  }

  #openOrWait(pool: Pool, signal: AbortSignal | undefined): Promise<Connection> {
    if (this.#makeRoom(pool)) return this.#open(pool);
    const waiting = this.#waiters.join(pool, signal);
    this.#scheduleSecondLook();
    return waiting;
  }

  /** Whether the pool may open one more connection, an idle one of a neighbour being closed for it where that helps. */
  #makeRoom(pool: Pool): boolean {
    if (this.#mayOpen(pool, this.#total)) return true;
    if (!this.#mayOpen(pool, this.#total - 1)) return false;
    let longest: Connection | undefined;
    for (const { idle } of this.#pools.values()) {
      const connection = idle[0];
      if (connection === undefined || connection.pool === pool || !this.#mayTake(pool, connection)) continue;
      if (longest === undefined || connection.idleSince < longest.idleSince) longest = connection;
    }
    if (longest === undefined) return false;
    longest.pool.idle.shift();
    this.#drop(longest);
    return true;
  }

  /**
   * Whether a pool may have a neighbour's idle connection closed for it. Logging in costs a hundred queries: when all
   * extensions are busy, a connection that is idle for a moment must not go from hand to hand. It goes to who has none, to
   * who has less than a fair share from who has more, and to anybody once it has not been used for a while.
   */
  #mayTake(pool: Pool, idle: Connection): boolean {
    if (pool.open === 0) return idle.pool.open > 1 || this.#pools.size > this.#options.limit;
    if (idle.pool.open <= 1) return false;
    if (pool.open < this.#fairShare && idle.pool.open > this.#fairShare) return true;
    return performance.now() - idle.idleSince >= this.#settleMs;
  }

  get #fairShare(): number {
    return Math.floor(this.#options.limit / Math.max(1, this.#pools.size));
  }

  #mayOpen(pool: Pool, total: number): boolean {
    const { limit } = this.#options;
    if (total >= limit) return false;
    if (pool.open === 0 || this.#pools.size > limit) return true;
    let kept = 0;
    for (const other of this.#pools.values()) if (other.open === 0) kept++;
    return total + kept < limit;
  }

  async #open(pool: Pool): Promise<Connection> {
    pool.open++;
    this.#total++;
    let connection: Connection | undefined;
    try {
      const client = await this.#options.open(pool.extension, (reason) => {
        if (connection !== undefined) this.#lose(connection, reason);
      });
      connection = { client, pool, prepared: new Map(), idleSince: 0, broken: false };
      return connection;
    } catch (error) {
      pool.open--;
      this.#total--;
      this.#serveWaiters();
      throw error;
    }
  }

  #serveWaiters(): void {
    for (const waiter of this.#waiters.all()) {
      if (!this.#closed && this.#makeRoom(waiter.pool)) this.#openFor(waiter);
    }
    this.#scheduleSecondLook();
  }

  #openFor(waiter: Waiter): void {
    waiter.leave();
    this.#open(waiter.pool).then(
      (connection) => waiter.resolve(connection),
      (error) => waiter.reject(error),
    );
  }

  /** For whoever waits while neighbours keep connections that they have stopped using. */
  #scheduleSecondLook(): void {
    if (this.#secondLook !== undefined || this.#closed || this.#waiters.size === 0) return;
    this.#secondLook = setTimeout(() => {
      this.#secondLook = undefined;
      this.#serveWaiters();
    }, this.#settleMs).unref();
  }

  #lose(connection: Connection, reason: string): void {
    if (connection.broken || this.#closed) return;
    connection.broken = true;
    this.#options.onLost(connection.pool.extension, reason);
    const index = connection.pool.idle.indexOf(connection);
    // One that is lent is dropped when it comes back.
    if (index === -1) return;
    connection.pool.idle.splice(index, 1);
    this.#drop(connection);
    this.#serveWaiters();
  }

  #drop(connection: Connection): void {
    connection.broken = true;
    connection.pool.open--;
    this.#total--;
    // Nobody waits for the goodbye, and one that fails means that the connection is gone already.
    connection.client.end().catch(() => undefined);
  }

  #scheduleSweep(): void {
    if (this.#sweeper !== undefined || this.#closed) return;
    this.#sweeper = setTimeout(() => this.#sweep(), this.#idleMs).unref();
  }

  #sweep(): void {
    this.#sweeper = undefined;
    const oldest = performance.now() - this.#idleMs;
    let remaining = 0;
    for (const pool of this.#pools.values()) {
      for (const connection of pool.idle.filter(({ idleSince }) => idleSince <= oldest)) {
        pool.idle.splice(pool.idle.indexOf(connection), 1);
        this.#drop(connection);
      }
      remaining += pool.idle.length;
    }
    if (remaining > 0) this.#scheduleSweep();
  }
}
