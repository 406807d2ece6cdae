import { LRUCache } from 'lru-cache';
import { withTimeout } from '#base';

export interface BatchedLookupOptions<Value> {
  /** Reads the values of these keys; an absent key has none. */
  readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /** Called once for each failure, for the log. */
  readonly onFailure: (error: unknown) => void;
}

/** The store cannot be read now. */
export class LookupFailure extends Error {}

/**
 * Reads single values from a store that processes share: one batch at a time, and not again for a key that it did
 * not have. After a failure the store counts as away for a second.
 */
export class BatchedLookup<Value> {
  readonly #options: BatchedLookupOptions<Value>;
  readonly #missing = new LRUCache<string, true>({ max: 10_000, ttl: missingMs });
  readonly #waiting = new Map<string, PromiseWithResolvers<Value | undefined>>();
  #isReading = false;
  /** As of performance.now(). */
  #awayUntil = 0;

  constructor(options: BatchedLookupOptions<Value>) {
    this.#options = options;
  }

  /** Undefined for a key that the store did not have lately. Throws, or rejects with, LookupFailure. */
  find(key: string): undefined | Promise<Value | undefined> {
    if (this.#missing.has(key)) return undefined;
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.promise;
    if (performance.now() < this.#awayUntil || this.#waiting.size >= waitingLimit) throw new LookupFailure();
    const asked = Promise.withResolvers<Value | undefined>();
    this.#waiting.set(key, asked);
    if (!this.#isReading) void this.#readAll();
    return asked.promise;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (;;) {
      const batch = [...this.#waiting].slice(0, batchSize);
      if (batch.length === 0) break;
      try {
        const found = await withTimeout(this.#options.read(batch.map(([key]) => key)), readMs);
        for (const [key, { resolve }] of batch) {
          const value = found.get(key);
          if (value === undefined) this.#missing.set(key, true);
          resolve(value);
        }
      } catch (error) {
        this.#awayUntil = performance.now() + awayMs;
        this.#options.onFailure(error);
        for (const [, { reject }] of batch) reject(new LookupFailure());
      }
      for (const [key] of batch) this.#waiting.delete(key);
    }
    this.#isReading = false;
  }
}

/** A process stores a value before it gives a client the key. So a missing key is wrong, or was removed. */
const missingMs = 10_000;
/** After a failure, the store is not asked for this time. */
const awayMs = 1_000;
const readMs = 3_000;
const batchSize = 5;
const waitingLimit = 500;
