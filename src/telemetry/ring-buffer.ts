/** Milliseconds of one step of a chart. */
export const stepMs = 2_000;
/** Number of steps: five minutes. */
const steps = 150;

export interface RingStep {
  /** Start time in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  readonly errors: number;
  /** Mean and maximum duration in milliseconds. 0 without events. */
  readonly meanMs: number;
  readonly maxMs: number;
}

/** Counts and durations of the last five minutes, in steps. A write takes a few additions, and the size is fixed. */
export class RingBuffer {
  /** Finished steps, by step number modulo the size. */
  readonly #steps: (RingStep | undefined)[] = new Array(steps).fill(undefined);
  /** Number of the current step, and its end as of performance.now(). */
  #number = 0;
  #until = stepMs;
  #count = 0;
  #errors = 0;
  #ms = 0;
  #maxMs = 0;

  /** Counts an event. `now` is as of performance.now(). */
  add(now: number, ms: number): void {
    if (now >= this.#until) this.#begin(now);
    this.#count++;
    this.#ms += ms;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  fail(now: number): void {
    if (now >= this.#until) this.#begin(now);
    this.#errors++;
  }

  /** Finished steps, oldest first, without those before the process started. */
  read(now = performance.now()): readonly RingStep[] {
    if (now >= this.#until) this.#begin(now);
    const first = Math.max(0, this.#number - steps + 1);
    return Array.from({ length: this.#number - first }, (_, offset) => {
      const at = startOf(first + offset);
      const step = this.#steps[(first + offset) % steps];
      return step?.at === at ? step : { at, count: 0, errors: 0, meanMs: 0, maxMs: 0 };
    });
  }

  #begin(now: number): void {
    const [count, errors] = [this.#count, this.#errors];
    const meanMs = count === 0 ? 0 : this.#ms / count;
    this.#steps[this.#number % steps] = { at: startOf(this.#number), count, errors, meanMs, maxMs: this.#maxMs };
    this.#number = Math.floor(now / stepMs);
    this.#until = (this.#number + 1) * stepMs;
    this.#count = 0;
    this.#errors = 0;
    this.#ms = 0;
    this.#maxMs = 0;
  }
}

function startOf(number: number): number {
  return Math.round(performance.timeOrigin + number * stepMs);
}
