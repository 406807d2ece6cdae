import { type Linked, LinkedList, RequestError } from '#base';
import type { Connection, Pool } from './connection-pool.ts';

export interface Waiter extends Linked<Waiter> {
  readonly pool: Pool;
  /** The text of a statement that may share a connection. */
  readonly text: string | undefined;
  resolve(connection?: Connection): void;
  reject(error: unknown): void;
  /** In milliseconds of performance.now(). */
  readonly until: number;
}

export interface WaitOptions {
  /** Ends the wait when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The text of a statement that may share a connection; undefined for work that needs one exclusively. */
  readonly text?: string | undefined;
}

/** What a waiter gets from a connection of its pool, or from room for another one. */
export type Grant<Granted> = (connection?: Connection) => Granted | Promise<Granted>;

interface QueueOptions {
  /** How many connections there may be, for the error of a wait that timed out. */
  readonly limit: number;
  /** Time-out of a wait, in milliseconds; 5,000 when left out. */
  readonly waitMs: number | undefined;
}

/** The queue for connections, in order of arrival. All waiters have one time-out, and share one timer, to be cheap. */
export class WaitingQueue {
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #waiters = new LinkedList<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ limit, waitMs = 5000 }: QueueOptions) {
    this.#limit = limit;
    this.#waitMs = waitMs;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** A copy of the current waiters, which later changes do not affect. */
  all(): readonly Waiter[] {
    return [...this.#waiters];
  }

  /** Waits for what `grant` makes of a connection, or of room for one. An aborted request leaves the queue. */
  join<Granted>(pool: Pool, { signal, text }: WaitOptions, grant: Grant<Granted>): Promise<Granted> {
    const { promise, resolve, reject } = Promise.withResolvers<Granted>();
    const giveUp = (): void => waiter.reject(signal?.reason);
    const leave = (): void => {
      signal?.removeEventListener('abort', giveUp);
      if (this.#waiters.remove(waiter)) pool.waiting--;
    };
    const waiter: Waiter = {
      pool,
      text,
      before: undefined,
      after: undefined,
      until: performance.now() + this.#waitMs,
      resolve(connection) {
        leave();
        resolve(grant(connection));
      },
      reject(error) {
        leave();
        reject(error);
      },
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#waiters.append(waiter);
    pool.waiting++;
    // The timer keeps running when the queue becomes empty, since the next waiter usually follows soon.
    this.#timer ??= setTimeout(() => this.#refuseLate(), this.#waitMs).unref();
    return promise;
  }

  /**
   * The next waiter for a connection that a pool returns. Pools without a connection come first. If this pool is
   * above its fair share, pools below theirs follow. The pool's own waiters come last.
   */
  nextFor(pool: Pool, fairShare: number): Waiter | undefined {
    const isRich = pool.open > fairShare;
    let poorer: Waiter | undefined;
    let own: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (waiter.pool.open === 0) return waiter;
      if (isRich && poorer === undefined && waiter.pool.open < fairShare) poorer = waiter;
      if (own === undefined && waiter.pool === pool) own = waiter;
    }
    return poorer ?? own;
  }

  close(error: Error): void {
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters) waiter.reject(error);
  }

  #refuseLate(): void {
    this.#timer = undefined;
    const now = performance.now();
    const message = `All ${this.#limit} database connections are in use; try again.`;
    for (const waiter of this.#waiters) {
      // A timer may fire a fraction of a millisecond early.
      if (waiter.until > now + 1) {
        this.#timer = setTimeout(() => this.#refuseLate(), waiter.until - now).unref();
        return;
      }
      waiter.pool.waits.count(this.#waitMs);
      waiter.reject(new RequestError('UNAVAILABLE', 503, message, { 'Retry-After': '1' }));
    }
  }
}
