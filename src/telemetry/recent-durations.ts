import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Milliseconds until a histogram is replaced. Two are read, so that figures cover 2.5 to 5 minutes. */
const turnMs = 150_000;
/** Microseconds. Longer durations count as this. */
const longest = 120_000_000;

/** In milliseconds, exact to 6 %. */
export interface DurationSummary {
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** The durations of the last minutes. Its size is fixed: 3 to 6 kB after the first duration. */
export class RecentDurations {
  #current: RecordableHistogram | undefined;
  #before: RecordableHistogram | undefined;
  #until = 0;

  /** `now` is as of performance.now(). */
  add(now: number, ms: number): void {
    if (now >= this.#until) this.#turn(now);
    this.#current ??= createHistogram({ lowest: 1, highest: longest, figures: 1 });
    this.#current.record(Math.min(longest, Math.max(1, Math.round(ms * 1000))));
  }

  /** Undefined without a duration in the last minutes. */
  read(now = performance.now()): DurationSummary | undefined {
    if (now >= this.#until) this.#turn(now);
    const all = createHistogram({ lowest: 1, highest: longest, figures: 1 });
    for (const each of [this.#before, this.#current]) if (each !== undefined) all.add(each);
    if (all.count === 0) return undefined;
    const maxMs = all.max / 1000;
    // A percentile is the upper bound of its bucket.
    const at = (percentile: number): number => Math.min(maxMs, all.percentile(percentile) / 1000);
    return { count: all.count, medianMs: at(50), p95Ms: at(95), maxMs };
  }

  #turn(now: number): void {
    this.#before = now < this.#until + turnMs ? this.#current : undefined;
    this.#current = undefined;
    this.#until = now + turnMs;
  }
}
