/** A child that ends this soon after it was ready waits before it is started again. */
const steadyMs = 2_000;
/** Milliseconds of that wait, doubled each time up to the most. */
const firstWaitMs = 50;
const mostWaitMs = 400;
/** The most for a child that is never ready. */
const mostBrokenWaitMs = 10_000;
/** Children that end so often within a minute wait too: each start takes a second of a processor. */
const mostEnds = 5;
const mostStormWaitMs = 5_000;

/** How long the next child waits when one has ended. */
export class RestartWaits {
  #failures = 0;
  /** Of the last minute. */
  readonly #ends: number[] = [];

  /** Milliseconds, after a child that was ready for so long; undefined: it never was. */
  next(readyMs: number | undefined, now: number = performance.now()): number {
    this.#failures = readyMs !== undefined && readyMs > steadyMs ? 0 : this.#failures + 1;
    this.#ends.push(now);
    while (now - (this.#ends[0] ?? now) > 60_000) this.#ends.shift();
    const soon = waitOf(this.#failures, readyMs === undefined ? mostBrokenWaitMs : mostWaitMs);
    return Math.max(soon, waitOf(this.#ends.length - mostEnds, mostStormWaitMs));
  }
}

/** Milliseconds after so many failures in a row: none, and then twice as long each time. */
function waitOf(failures: number, most: number): number {
  return failures <= 0 ? 0 : Math.min(firstWaitMs * 2 ** (failures - 1), most);
}
