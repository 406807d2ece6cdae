/** A call that somebody waits for. */
export interface TimedCall {
  /** The clock's own: the tick with which its time is over. */
  due: number;
  /** Its time is over: whatever still comes is nobody's any longer. */
  giveUp(): void;
}

/**
 * Tells who waits too long. All calls have the same time, so that they are over in the order in which they began, and one timer
 * does for all of them: to start and stop a call costs no more than a place in a set. The timer counts its ticks, not the
 * clock, and so the time in which the whole process stood still is nobody's fault.
 */
export class CallClock {
  readonly #tickMs: number;
  readonly #pending = new Set<TimedCall>();
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#tickMs = Math.max(timeoutMs / ticksPerCall, 1);
  }

  /** How many calls are waited for. */
  get size(): number {
    return this.#pending.size;
  }

  start(call: TimedCall): void {
    // One more, since the first of them has begun already.
    call.due = this.#ticks + ticksPerCall + 1;
    this.#pending.add(call);
    if (this.#timer === undefined) this.#arm();
  }

  stop(call: TimedCall): void {
    this.#pending.delete(call);
  }

  #arm(): void {
    this.#timer = setTimeout(() => this.#tick(), this.#tickMs);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#ticks++;
    for (const call of this.#pending) {
      if (call.due > this.#ticks) break;
      this.#pending.delete(call);
      call.giveUp();
    }
    if (this.#pending.size > 0 && this.#timer === undefined) this.#arm();
  }
}

/** So the time is kept to within a twentieth. */
const ticksPerCall = 20;
