import { LRUCache } from 'lru-cache';

/**
 * Names for prepared statements, so that PostgreSQL plans each text once for a connection. A text gets its name
 * when it is seen the second time: texts that are put together anew for every request stay without, and neither
 * this process nor the server remembers them.
 */
export class StatementNames {
  readonly #seen: LRUCache<string, { name: string | undefined }>;
  #last = 0;

  constructor(limit = 500) {
    this.#seen = new LRUCache({ max: limit });
  }

  /** Names are never given twice: a text that was forgotten and comes back gets another. */
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

/** A connection that has prepared this many statements is closed after use: only then the server forgets them. */
export const preparedLimit = 1000;
