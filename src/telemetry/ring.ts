/** Milliseconds of one step of a chart. */
export const stepMs = 2_000;
/** Five minutes. */
const steps = 150;

/** One step of a chart. */
export interface RingStep {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
  readonly errors: number;
  /** Mean and longest duration in milliseconds; 0 when nothing was counted. */
  readonly meanMs: number;
  readonly maxMs: number;
}

/** Counts and durations of the last five minutes, in steps. Takes a few additions to write, and never grows. */
export class Ring {
  /** Finished steps, by their number's place in the ring. */
  readonly #steps: (RingStep | undefined)[] = new Array(steps).fill(undefined);
  /** The step that is being counted, and when it is over (of performance.now()). */
  #number = 0;
  #until = stepMs;
  #count = 0;
  #errors = 0;
  #ms = 0;
  #maxMs = 0;

  /** `now` is of performance.now(). */
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

  /** The steps that are over, oldest first; those before the process began are left out. */
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
