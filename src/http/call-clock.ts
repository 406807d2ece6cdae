/** A call that somebody waits for. */
export interface TimedCall {
  /** Its time is over: whatever still comes is nobody's any longer. */
  giveUp(): void;
}

/**
 * Tells who waits too long. All calls have the same time, so that they are over in the order in which they began, and one timer
 * does for all of them. The timer counts its ticks, not the
 * clock, and so the time in which the whole process stood still is nobody's fault.
 */
export class CallClock {
  readonly #tickMs: number;
  /** In the order in which they began, with the tick by which each one's time is over. */
  readonly #pending = new Map<TimedCall, number>();
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
    this.#pending.set(call, this.#ticks + ticksPerCall + 1);
    if (this.#timer === undefined) this.#arm();
  }

  stop(call: TimedCall): void {
    this.#pending.delete(call);
  }

  #arm(): void {
    // What is waited for keeps the process alive, not the waiting.
    this.#timer = setTimeout(() => this.#tick(), this.#tickMs).unref();
  }

  #tick(): void {
    this.#timer = undefined;
    this.#ticks++;
    for (const [call, due] of this.#pending) {
      if (due > this.#ticks) break;
      this.#pending.delete(call);
      call.giveUp();
    }
    if (this.#pending.size > 0 && this.#timer === undefined) this.#arm();
  }
}

/** A clock for each time that somebody may have; of the few that gateway.yaml and route.json name. */
export class CallClocks {
  readonly #clocks = new Map<number, CallClock>();

  of(timeoutMs: number): CallClock {
    const known = this.#clocks.get(timeoutMs);
    if (known !== undefined) return known;
    const clock = new CallClock(timeoutMs);
    this.#clocks.set(timeoutMs, clock);
    return clock;
  }
}

/** So the time is kept to within a twentieth. */
const ticksPerCall = 20;
