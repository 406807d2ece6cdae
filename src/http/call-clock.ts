import { type Linked, LinkedList } from '#base';

/** A call that the gateway waits for. */
export interface TimedCall extends Linked<TimedCall> {
  /** The tick that ends its time. Only the clock sets it. */
  due: number;
  /** Called once, when the time is over. The gateway discards an answer that arrives later. */
  giveUp(): void;
}

/**
 * Ends calls that take too long. All calls of a clock have the same time-out, so they end in the order in which they
 * started, and one timer serves all of them. The timer counts its own ticks instead of the clock's time. So no call
 * times out because the whole process was blocked.
 */
export class CallClock {
  readonly #tickMs: number;
  readonly #ticksPerCall: number;
  /** Calls in the order of their start. */
  readonly #pending = new LinkedList<TimedCall>();
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** A call may take longer than the time-out by one tick. The default is a precision of one twentieth. */
  constructor(timeoutMs: number, ticksPerCall = 20) {
    this.#tickMs = Math.max(timeoutMs / ticksPerCall, 1);
    this.#ticksPerCall = ticksPerCall;
  }

  get size(): number {
    return this.#pending.size;
  }

  start(call: TimedCall): void {
    // One more, since the current tick has already begun.
    call.due = this.#ticks + this.#ticksPerCall + 1;
    this.#pending.append(call);
    if (this.#timer === undefined) this.#arm();
  }

  stop(call: TimedCall): void {
    this.#pending.remove(call);
  }

  #arm(): void {
    // The wait alone does not keep the process alive.
    this.#timer = setTimeout(() => this.#tick(), this.#tickMs).unref();
  }

  #tick(): void {
    this.#timer = undefined;
    this.#ticks++;
    for (let call = this.#pending.first; call !== undefined && call.due <= this.#ticks; call = this.#pending.first) {
      this.#pending.remove(call);
      call.giveUp();
    }
    if (this.#pending.size > 0 && this.#timer === undefined) this.#arm();
  }
}

/** One clock for each distinct time-out in gateway.yaml and route.json. */
export class CallClocks {
  readonly #clocks = new Map<number, CallClock>();

  of(timeoutMs: number): CallClock {
    const clock = this.#clocks.get(timeoutMs) ?? new CallClock(timeoutMs);
    this.#clocks.set(timeoutMs, clock);
    return clock;
  }
}
