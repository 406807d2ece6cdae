import type { IncomingMessage, ServerResponse } from 'node:http';
import { endResponse } from '../gateway/http/end-response.ts';
import { announcesBody } from '../gateway/http/read-body.ts';
import { setFields } from '../gateway/http/response-head.ts';
import type { LoadReport } from './admin/load-report.ts';

export interface LoadLimits {
  /** Requests that are worked on at once. */
  readonly inFlight: number;
  /** Milliseconds that the event loop may lag behind for some time; 0 for as much as it likes. */
  readonly eventLoopDelayMs: number;
}

/** How often it looks, while there is anything in flight. */
const lookMs = 10;
/** The event loop must lag behind for so many looks and milliseconds on end: a burst, or a pause for garbage, is over sooner. */
const patience = { looks: 3, ms: 120 };
/** With less than this to do there is no queue that refusals could shorten; the delay is somebody else's. */
const smallLoad = 10;
const shrinkage = 0.75;
const growth = 1.01;
const smallestShare = 0.05;
/** Waiting for a database connection on average; much less than a call's time, or extensions would be taken for hanging. */
const maxWaitMs = 100;
const smallestLimit = 20;

/**
 * Refuses requests before they drown the process: those that are taken on are answered about as fast as ever, and the others know
 * it at once. Two things may be short, and each has its own measure. The processor: while the event loop lags behind for
 * some time on end, the share of requests that is taken on shrinks. The database: while statements wait for a connection, fewer
 * requests may be in flight. Both grow again bit by bit. How long requests take is not looked at, since one extension that waits
 * for something is not a load.
 */
export class LoadShedder {
  #limits: LoadLimits;
  readonly #waitMs: () => number;
  #inFlight = 0;
  /** Taken on since the last look. */
  #taken = 0;
  #shed = 0;
  #limit: number;
  #share = 1;
  #credit = 0;
  #delayMs = 0;
  #late = { looks: 0, ms: 0 };
  #lookedAt = { time: 0, cpu: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LoadLimits, waitMs: () => number = () => 0) {
    this.#limits = limits;
    this.#waitMs = waitMs;
    this.#limit = limits.inFlight;
  }

  /** Takes other limits over, at once. */
  setLimits(limits: LoadLimits): void {
    const { inFlight, eventLoopDelayMs } = this.#limits;
    if (limits.inFlight !== inFlight) this.#limit = limits.inFlight;
    this.#limits = limits;
    if (limits.eventLoopDelayMs === eventLoopDelayMs || limits.eventLoopDelayMs > 0) return;
    // Nobody looks any longer, so nothing would ever grow again.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#share = 1;
    this.#limit = limits.inFlight;
  }

  get report(): LoadReport {
    const limit = Math.floor(this.#limit);
    return { inFlight: this.#inFlight, limit, shed: this.#shed, share: this.#share, delayMs: this.#delayMs };
  }

  /** Takes a request on, which then counts until its response is closed; or answers it with 503, and says false. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#inFlight >= this.#limit || !this.#hasCredit()) {
      this.#shed++;
      refuse(request, response);
      return false;
    }
    this.#taken++;
    // A body that trickles in is no work: such a request counts from its last byte on.
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

  // Evenly, not by chance: a share of a third is every third one.
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
    // Time in which other processes had the processor is no work of ours, and refusals would not shorten it.
    this.#delayMs = Math.max(Math.min(lag, cpuMs() - this.#lookedAt.cpu), 0);
    const isBusy = Math.max(this.#inFlight, this.#taken) >= smallLoad;
    this.#taken = 0;
    this.#adaptShare(isBusy);
    this.#adaptLimit(isBusy);
    const isAtRest = this.#inFlight === 0 && this.#share === 1 && this.#limit === this.#limits.inFlight;
    if (!isAtRest) this.#watch();
  }

  #adaptShare(isBusy: boolean): void {
    const isLate = isBusy && this.#delayMs > this.#limits.eventLoopDelayMs;
    this.#late = isLate ? { looks: this.#late.looks + 1, ms: this.#late.ms + this.#delayMs } : { looks: 0, ms: 0 };
    if (!isLate) {
      this.#share = Math.min(this.#share * growth, 1);
    } else if (this.#late.looks >= patience.looks && this.#late.ms >= patience.ms) {
      this.#share = Math.max(this.#share * shrinkage, smallestShare);
      // The next step down waits until this one shows.
      this.#late = { looks: 0, ms: 0 };
    }
  }

  #adaptLimit(isBusy: boolean): void {
    if (isBusy && this.#waitMs() > maxWaitMs)
      this.#limit = Math.max(Math.min(this.#limit, this.#inFlight) * 0.98, smallestLimit);
    else this.#limit = Math.min(this.#limit * 1.003 + 0.1, this.#limits.inFlight);
  }
}

/** Milliseconds of the processor that this thread has had; of the whole process on older Nodes, which cannot tell. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

const body = '{"error":"The shop has more to do than it can; try again."}';
const fields = [
  'content-type',
  'application/json; charset=utf-8',
  'content-length',
  String(body.length),
  'cache-control',
  'no-store',
  'retry-after',
  '1',
];

function refuse(request: IncomingMessage, response: ServerResponse): void {
  response.statusCode = 503;
  setFields(response, fields);
  endResponse(request, response, body);
}
