import { LRUCache } from 'lru-cache';

/**
 * Names for prepared statements, so that PostgreSQL plans a text once for each connection. A text gets its name when
 * it occurs for the second time. Texts that differ in every request get none and take no memory, here or in the
 * server.
 */
export class StatementNames {
  readonly #seen: LRUCache<string, { name: string | undefined }>;
  #last = 0;

  constructor(limit = 500) {
    this.#seen = new LRUCache({ max: limit });
  }

  /** A name is never reused: a text that was evicted and returns gets a new one. */
  nameOf(text: string): string | undefined {
    const seen = this.#seen.get(text);
    if (seen === undefined) {
      this.#seen.set(text, { name: undefined });
      return undefined;
    }
    seen.name ??= `stoa_${++this.#last}`;
    return seen.name;
  }
}

/**
 * A connection with this many prepared statements closes after use, since only that frees their memory in the
 * server.
 */
export const preparedLimit = 1000;
