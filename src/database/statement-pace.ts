/** Milliseconds: who comes behind this many of them waits less than it would for a busy event loop. */
const fastMs = 4;
/** Times of how many runs are looked at, at least. */
const windowSize = 32;

/**
 * How fast one statement is: the shortest of its last runs. A time here is an upper bound of what PostgreSQL took, since it ends when
 * this process comes to read the answer; so the shortest says most.
 */
export class StatementPace {
  #shortest = Number.POSITIVE_INFINITY;
  #shortestBefore = Number.POSITIVE_INFINITY;
  #runs = 0;

  get isFast(): boolean {
    return Math.min(this.#shortest, this.#shortestBefore) < fastMs;
  }

  /** Counts a run that nothing was in front of. */
  count(ms: number): void {
    if (this.#runs++ === windowSize) {
      this.#shortestBefore = this.#shortest;
      this.#shortest = ms;
      this.#runs = 1;
    } else if (ms < this.#shortest) this.#shortest = ms;
  }
}

/** A text that other statements can wait behind, and be repeated behind: it reads, takes no lock, and leaves the session as it is. */
export function isShareable(text: string): boolean {
  return (
    /^\s*select\b/i.test(text) &&
    !/\b(?:for\s+(?:update|no\s+key|share|key)|into|set_config|nextval|pg_\w+)\b/i.test(text)
  );
}
