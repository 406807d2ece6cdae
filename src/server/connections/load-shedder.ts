import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcesBody, endTyped } from '#http';

export interface LoadLimits {
  /** The largest number of requests in flight. */
  readonly inFlight: number;
  /** The allowed delay of the event loop in milliseconds; 0 for no limit. */
  readonly eventLoopDelayMs: number;
}

/** Measuring interval in milliseconds, while requests are in flight. */
const lookMs = 10;
/** The event loop must be late for so many measurements and milliseconds. Garbage collections are shorter. */
const patience = { looks: 3, ms: 120 };
/** With fewer requests, refusing shortens no queue: the delay has another cause. */
const smallLoad = 10;
const shrinkage = 0.75;
const growth = 1.01;
const smallestShare = 0.05;

/**
 * Refuses requests before the process is overloaded. Accepted requests stay fast, and refused ones get a 503 at
 * once. While the event loop is late, the shedder accepts a smaller share of requests, and recovers step by step. The
 * duration of requests does not count, since an extension that waits causes no load. Waits for the database count for
 * each extension alone, in `ExtensionCalls`.
 */
export class LoadShedder {
  #limits: LoadLimits;
  #inFlight = 0;
  /** Requests accepted since the last measurement. */
  #taken = 0;
  #shed = 0;
  #share = 1;
  #credit = 0;
  #delayMs = 0;
  #late = { looks: 0, ms: 0 };
  #lookedAt = { time: 0, cpu: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  setLimits(limits: LoadLimits): void {
    const { eventLoopDelayMs } = this.#limits;
    this.#limits = limits;
    if (limits.eventLoopDelayMs === eventLoopDelayMs || limits.eventLoopDelayMs > 0) return;
    // Without measurements, the share would never recover.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#share = 1;
  }

  get report() {
    return {
      inFlight: this.#inFlight,
      limit: this.#limits.inFlight,
      shed: this.#shed,
      share: this.#share,
      delayMs: this.#delayMs,
    };
  }

  /** Accepts a request and counts it until its response closes. Otherwise answers it with 503 and returns false. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#inFlight >= this.#limits.inFlight || !this.#hasCredit()) {
      this.#shed++;
      refuse(request, response);
      return false;
    }
    this.#taken++;
    // A body that arrives slowly is no load, so the request counts from its last byte on.
    if (announcesBody(request) && !request.complete) request.on('end', () => this.#enter(response));
    else this.#enter(response);
    return true;
  }

  #enter(response: ServerResponse): void {
    if (response.destroyed) return;
    this.#inFlight++;
    if (this.#timer === undefined && this.#limits.eventLoopDelayMs > 0) this.#watch();
    response.on('close', () => {
      this.#inFlight--;
    });
  }

  // Spread evenly, not at random: a share of a third accepts every third request.
  #hasCredit(): boolean {
    if (this.#share === 1) return true;
    this.#credit += this.#share;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  #watch(): void {
    this.#lookedAt = { time: performance.now(), cpu: cpuMs() };
    this.#timer = setTimeout(() => this.#look(), lookMs);
  }

  #look(): void {
    this.#timer = undefined;
    const lag = performance.now() - this.#lookedAt.time - lookMs;
    // Time in which other processes had the CPU does not count: refusals would not shorten it.
    this.#delayMs = Math.max(Math.min(lag, cpuMs() - this.#lookedAt.cpu), 0);
    const isBusy = Math.max(this.#inFlight, this.#taken) >= smallLoad;
    this.#taken = 0;
    this.#adaptShare(isBusy);
    if (this.#inFlight > 0 || this.#share < 1) this.#watch();
  }

  #adaptShare(isBusy: boolean): void {
    const isLate = isBusy && this.#delayMs > this.#limits.eventLoopDelayMs;
    this.#late = isLate ? { looks: this.#late.looks + 1, ms: this.#late.ms + this.#delayMs } : { looks: 0, ms: 0 };
    if (!isLate) {
      this.#share = Math.min(this.#share * growth, 1);
    } else if (this.#late.looks >= patience.looks && this.#late.ms >= patience.ms) {
      this.#share = Math.max(this.#share * shrinkage, smallestShare);
      // The next decrease waits for the effect of this one.
      this.#late = { looks: 0, ms: 0 };
    }
  }
}

/** CPU time of this thread in milliseconds. Older Node versions report only the whole process. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

const body = '{"error":"The shop has more to do than it can; try again."}';

function refuse(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-length', body.length);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('retry-after', '1');
  endTyped(request, response, { status: 503, type: 'application/json; charset=utf-8' }, body);
}
