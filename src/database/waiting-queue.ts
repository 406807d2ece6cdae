import type { RequestError } from '../base/request-error.ts';
import type { Connection, Pool } from './connection-pool.ts';

/** Who waits for a connection. */
export interface Waiter {
  readonly pool: Pool;
  /** Of a statement that may share a connection. */
  readonly text: string | undefined;
  resolve(connection: Connection): void;
  reject(error: unknown): void;
  /** Out of the queue: a connection is on its way. */
  leave(): void;
}

export interface WaitOptions {
  /** Ends the wait when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Of a statement that may share a connection; undefined for work that needs one alone. */
  readonly text?: string | undefined;
}

export interface QueueOptions {
  /** Milliseconds until a wait is given up. */
  readonly waitMs: number;
  /** Why it was. */
  readonly refusal: () => RequestError;
}

/**
 * Who waits for a connection, in the order of coming. A busy shop has some all the time, so that waiting costs
 * little: all have the same patience, and one timer serves them.
 */
export class WaitingQueue {
  readonly #options: QueueOptions;
  readonly #waiters = new Set<TimedWaiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** Those who wait at this moment, whatever becomes of them meanwhile. */
  all(): readonly Waiter[] {
    return [...this.#waiters];
  }

  /** Waits; whose request is given up leaves the queue. */
  join(pool: Pool, { signal, text }: WaitOptions): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const giveUp = (): void => waiter.reject(signal?.reason);
    const leave = (): void => {
      signal?.removeEventListener('abort', giveUp);
      this.#waiters.delete(waiter);
    };
    const waiter: TimedWaiter = {
      pool,
      text,
      until: performance.now() + this.#options.waitMs,
      leave,
      resolve(connection) {
        leave();
        resolve(connection);
      },
      reject(error) {
        leave();
        reject(error);
      },
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#waiters.add(waiter);
    // Left alone when the queue is empty again: the next one is here soon.
    this.#timer ??= setTimeout(() => this.#refuseLate(), this.#options.waitMs).unref();
    return promise;
  }

  /**
   * Who gets what a pool gives back: the starving first; then, when it has more than a fair share, who has less;
   * then its own.
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
    for (const waiter of this.#waiters) {
      // A timer may be early by a part of a millisecond.
      if (waiter.until > now + 1) {
        this.#timer = setTimeout(() => this.#refuseLate(), waiter.until - now).unref();
        return;
      }
      waiter.reject(this.#options.refusal());
    }
  }
}

interface TimedWaiter extends Waiter {
  /** Of performance.now(). */
  readonly until: number;
}
