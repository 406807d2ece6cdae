import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '#base';
import { BackendCanceller } from './backend-canceller.ts';
import {
  type BudgetOptions,
  type Connection,
  createConnection,
  createPool,
  isCrowded,
  mayJoin,
  type Pool,
  type PoolOwner,
  type PoolUse,
  share,
  shareConnection,
} from './connection-pool.ts';
import { Fairness } from './fair-share.ts';
import { IdleSweeper } from './idle-sweeper.ts';
import { type Grant, type Waiter, WaitingQueue, type WaitOptions } from './waiting-queue.ts';

/**
 * The connections of all extensions under one limit. A connection belongs to one extension for its whole life, since
 * it logs in with its role. An idle one closes when another extension needs its slot. One slot is reserved for
 * each extension without a connection, so that no extension locks out the others. A wait has a time-out, since work
 * that holds one connection may wait for a second.
 */
export class ConnectionBudget {
  readonly canceller: BackendCanceller;
  readonly #options: BudgetOptions;
  readonly #pools = new Map<PoolOwner, Pool>();
  readonly #fairness: Fairness;
  readonly #sweeper: IdleSweeper;
  readonly #lent = new Set<Connection>();
  readonly #waiters: WaitingQueue;
  #total = 0;
  #closed = false;
  #secondLook: NodeJS.Timeout | undefined;
  #drained: (() => void) | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.canceller = new BackendCanceller(options.open);
    this.#waiters = new WaitingQueue({ limit: options.limit, waitMs: options.waitMs });
    this.#fairness = new Fairness(this.#pools, { limit: options.limit, settleMs: options.settleMs ?? 1_000 });
    this.#sweeper = new IdleSweeper(this.#pools, (connection) => this.#drop(connection), options.idleMs);
  }

  /** Reserves one slot for the extension from here on. */
  register(extension: PoolOwner): Pool {
    const pool = this.#pools.get(extension) ?? createPool(extension);
    this.#pools.set(extension, pool);
    return pool;
  }

  /** Forgets an extension and frees its slot. A later statement registers it again. */
  forget(extension: PoolOwner): void {
    const pool = this.#pools.get(extension);
    if (pool === undefined) return;
    this.#pools.delete(extension);
    pool.isForgotten = true;
    for (const connection of pool.idle.splice(0)) this.#drop(connection);
    this.#serveWaiters();
  }

  keepOnly(owners: readonly PoolOwner[]): void {
    for (const owner of this.#pools.keys()) if (!owners.includes(owner)) this.forget(owner);
  }

  /** Lends a connection: exclusively, or with a text also shared (`sharedBy` is not 0). An abort ends the wait. */
  async acquire(extension: PoolOwner, options: WaitOptions = {}): Promise<Connection> {
    options.signal?.throwIfAborted();
    const pool = this.#openPool(extension);
    const grant = (given?: Connection) => given ?? this.#open(pool);
    const connection = pool.idle.pop() ?? (await pool.waits.measure(this.#roomOrWait(pool, options, grant)));
    this.#lent.add(connection);
    if (options.signal?.aborted !== true) return connection;
    this.release(connection);
    throw options.signal.reason;
  }

  /** Like `acquire`, for a connection that is available at once; undefined when there is none. */
  lendAtOnce(extension: PoolOwner, text?: string): Connection | undefined {
    const pool = this.#pools.get(extension);
    if (this.#closed || pool === undefined) return undefined;
    const connection = (text === undefined ? undefined : this.#lendShared(pool, text)) ?? pool.idle.pop();
    if (connection === undefined) return undefined;
    this.#lent.add(connection);
    pool.waits.count(0);
    return connection;
  }

  #lendShared(pool: Pool, text: string): Connection | undefined {
    // An earlier statement comes first, and so does an extension that has too few connections.
    const isFree = this.#nextFor(pool) === undefined;
    return shareConnection(pool, text, { isFree, mayOpen: () => this.#fairness.mayOpen(pool, this.#total) });
  }

  /** Whether one more call of an extension would only wait behind its other statements. */
  isCrowded(extension: PoolOwner): boolean {
    const pool = this.#pools.get(extension);
    return pool !== undefined && isCrowded(pool, this.#fairness.share);
  }

  /** Waits for a slot for another process. `giveBack` asks it to close a connection. Returns what frees the slot. */
  async reserve(extension: PoolOwner, giveBack: () => void): Promise<() => void> {
    const pool = this.#openPool(extension);
    const grant = (connection?: Connection): void => {
      if (connection !== undefined && this.#lent.delete(connection)) this.#drop(connection);
      pool.open++;
      this.#total++;
    };
    await pool.waits.measure(this.#roomOrWait(pool, {}, grant));
    pool.elsewhere.add(giveBack);
    return () => {
      if (!pool.elsewhere.delete(giveBack)) return;
      pool.askedAt = -Infinity;
      pool.open--;
      this.#total--;
      this.#serveWaiters();
    };
  }

  /** Closes an idle connection, or one after its statements: another process needs the slot. */
  giveBack(): void {
    const [pool] = this.#pools.values();
    const next = pool?.idle.shift() ?? this.#lent.values().find(({ isUnwanted }) => !isUnwanted);
    if (next === undefined) return;
    next.isUnwanted = true;
    if (this.#lent.has(next)) this.drain(next);
    else this.#drop(next);
  }

  /** Lowers the limit by connections that others hold for good. Returns a function that raises it again. */
  withhold(count: number): () => void {
    this.#fairness.limit -= count;
    for (const { idle } of this.#pools.values())
      for (const connection of idle.splice(0, this.#total - this.#fairness.limit)) this.#drop(connection);
    return () => {
      this.#fairness.limit += count;
      this.#serveWaiters();
    };
  }

  /** Lets no further statement share this connection. */
  drain(connection: Connection): void {
    connection.pool.shared.delete(connection);
  }

  /** Takes a connection back. With `discard`, the connection closes, since its session state has changed. */
  release(connection: Connection, { discard = false } = {}): void {
    connection.broken ||= discard;
    if (connection.broken) this.drain(connection);
    if (connection.sharedBy > 0) {
      connection.sharedBy--;
      if (connection.sharedBy > 0) {
        if (connection.pool.shared.has(connection)) this.#fill(connection);
        return;
      }
      this.drain(connection);
    }
    this.#lent.delete(connection);
    if (this.#lent.size === 0) this.#drained?.();
    const isSurplus = this.#closed || this.#total > this.#fairness.limit || connection.isUnwanted;
    if (connection.broken || connection.pool.isForgotten || isSurplus) {
      this.#drop(connection);
      this.#serveWaiters();
      return;
    }
    const next = this.#nextFor(connection.pool);
    if (next === undefined) {
      connection.idleSince = performance.now();
      connection.pool.idle.push(connection);
      this.#sweeper.schedule();
    } else if (next.pool !== connection.pool) {
      this.#drop(connection);
      next.resolve();
    } else if (next.text !== undefined && mayJoin(connection, next.text)) {
      this.#fill(connection);
    } else {
      this.#lent.add(connection);
      next.resolve(connection);
    }
  }

  /** Lets waiting statements share a connection, in order. One that needs it exclusively blocks those behind it. */
  #fill(connection: Connection): void {
    for (;;) {
      const next = this.#nextFor(connection.pool);
      if (next?.pool !== connection.pool || next.text === undefined || !mayJoin(connection, next.text)) return;
      share(connection, next.text);
      this.#lent.add(connection);
      next.resolve(connection);
    }
  }

  #nextFor(pool: Pool): Waiter | undefined {
    return this.#waiters.size === 0 ? undefined : this.#waiters.nextFor(pool, this.#fairness.share);
  }

  /** Rejects all waiters, gives running work `graceMs` milliseconds to end, and closes every connection. */
  async close(graceMs = 5000): Promise<void> {
    this.#closed = true;
    this.#sweeper.stop();
    clearTimeout(this.#secondLook);
    this.#waiters.close(new RequestError('UNAVAILABLE', 503, 'The gateway is stopping.'));
    if (this.#lent.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#drained = resolve;
      await Promise.race([promise, delay(graceMs, undefined, { ref: false })]);
    }
    const idle = [...this.#pools.values()].flatMap((pool) => pool.idle.splice(0));
    for (const connection of this.#lent) {
      connection.broken = true;
      connection.destroy();
    }
    await Promise.all([...idle, ...this.#lent].map((connection) => connection.client.end()));
  }

  get use(): PoolUse {
    const idle = this.#pools.values().reduce((sum, pool) => sum + pool.idle.length, 0);
    const { limit } = this.#options;
    const open = this.#total + limit - this.#fairness.limit;
    return { limit, open, inUse: this.#lent.size, idle, waiting: this.#waiters.size };
  }

  #openPool(extension: PoolOwner): Pool {
    if (this.#closed) throw new RequestError('UNAVAILABLE', 503, 'The gateway is stopping.');
    return this.register(extension);
  }

  async #roomOrWait<Granted>(pool: Pool, options: WaitOptions, grant: Grant<Granted>): Promise<Granted> {
    if (this.#makeRoom(pool)) return await grant();
    const waiting = this.#waiters.join(pool, options, grant);
    this.#scheduleSecondLook();
    return await waiting;
  }

  /** Whether the pool may open one more. Closes an idle connection of another pool, or asks for one, to make room. */
  #makeRoom(pool: Pool): boolean {
    if (this.#fairness.mayOpen(pool, this.#total)) return true;
    if (!this.#fairness.mayOpen(pool, Math.min(this.#total, this.#fairness.limit) - 1)) return false;
    const taken = this.#fairness.takeIdle(pool);
    if (taken !== undefined) this.#drop(taken);
    return this.#fairness.mayOpen(pool, this.#total);
  }

  async #open(pool: Pool): Promise<Connection> {
    pool.open++;
    this.#total++;
    let connection: Connection | undefined;
    try {
      const session = await this.#options.open(pool.extension, (reason) => {
        if (connection !== undefined) this.#lose(connection, reason);
      });
      connection = createConnection(session, pool);
      return connection;
    } catch (error) {
      pool.open--;
      this.#total--;
      this.#serveWaiters();
      throw error;
    }
  }

  #serveWaiters(): void {
    for (const waiter of this.#waiters.all()) if (!this.#closed && this.#makeRoom(waiter.pool)) waiter.resolve();
    this.#scheduleSecondLook();
  }

  /** Checks again later for idle connections of other pools. */
  #scheduleSecondLook(): void {
    if (this.#secondLook !== undefined || this.#closed || this.#waiters.size === 0) return;
    this.#secondLook = setTimeout(() => {
      this.#secondLook = undefined;
      this.#serveWaiters();
    }, this.#fairness.settleMs).unref();
  }

  #lose(connection: Connection, reason: string): void {
    if (connection.broken || this.#closed) return;
    connection.broken = true;
    this.drain(connection);
    this.#options.onLost(connection.pool.extension, reason);
    const index = connection.pool.idle.indexOf(connection);
    // A lent connection closes when it is returned.
    if (index === -1) return;
    connection.pool.idle.splice(index, 1);
    this.#drop(connection);
    this.#serveWaiters();
  }

  #drop(connection: Connection): void {
    connection.broken = true;
    connection.pool.open--;
    this.#total--;
    // A failed close means that the connection is already lost.
    connection.client.end().catch(() => undefined);
  }
}
