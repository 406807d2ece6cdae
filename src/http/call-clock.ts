/** A call that the gateway waits for. */
export interface TimedCall {
  /** Called when the time is over. The gateway discards an answer that arrives later. */
  giveUp(): void;
}

/**
 * Ends calls that take too long. All calls of a clock have the same time-out, so they end in the order in which they
 * started, and one timer serves all of them. The timer counts its own ticks instead of the clock's time. So no call
 * times out because the whole process was blocked.
 */
export class CallClock {
  readonly #tickMs: number;
  /** Calls in the order of their start, each with the tick that ends its time. */
  readonly #pending = new Map<TimedCall, number>();
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#tickMs = Math.max(timeoutMs / ticksPerCall, 1);
  }

  get size(): number {
    return this.#pending.size;
  }

  start(call: TimedCall): void {
    // One more, since the current tick has already begun.
    this.#pending.set(call, this.#ticks + ticksPerCall + 1);
    if (this.#timer === undefined) this.#arm();
  }

  stop(call: TimedCall): void {
    this.#pending.delete(call);
  }

  #arm(): void {
    // The wait alone does not keep the process alive.
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

/** One clock for each distinct time-out in gateway.yaml and route.json. */
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

/** The precision of a time-out: one twentieth. */
const ticksPerCall = 20;
