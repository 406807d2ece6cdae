import { RecentDurations } from './recent-durations.ts';
import { RingBuffer } from './ring-buffer.ts';

/** Kind of an HTTP request. A label of metrics, so there are few. */
export type RequestKind = 'graphql' | 'rest' | 'page' | 'asset' | 'unmatched';

/** Upper bounds of a histogram's buckets in milliseconds. A last bucket counts slower requests. */
export const bucketEnds: readonly number[] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** Counters of the requests of one kind and name. Plain numbers: every request writes them, and few readers exist. */
export class RequestSeries {
  readonly kind: RequestKind;
  /** A route, page group or operation type. Never text of a client, so that the number of series is bounded. */
  readonly name: string;
  /** The declared path, for traces. */
  route: string | undefined;
  /** By first digit of the status. 0 counts clients that disconnected before the response. */
  readonly statuses = new Float64Array(6);
  readonly buckets = new Float64Array(bucketEnds.length + 1);
  /** Sum of all durations in milliseconds. */
  ms = 0;
  readonly recent = new RecentDurations();

  constructor(kind: RequestKind, name: string, route?: string) {
    this.kind = kind;
    this.name = name;
    this.route = route;
  }

  add(status: number, ms: number): void {
    const digit = Math.min(5, (status / 100) | 0);
    this.statuses[digit] = (this.statuses[digit] ?? 0) + 1;
    let bucket = 0;
    while (bucket < bucketEnds.length && ms > (bucketEnds[bucket] ?? 0)) bucket++;
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1;
    this.ms += ms;
  }
}

/** Counters of one kind of call of an extension: GraphQL columns or documents, REST handlers, or page components. */
export class CallSeries {
  begun = 0;
  ended = 0;
  errors = 0;
  /** Sum of the durations of finished calls in milliseconds. Parallel calls all count in full. */
  ms = 0;
  readonly #ring: RingBuffer;

  constructor(ring: RingBuffer) {
    this.#ring = ring;
  }

  /** Counts the start of a call. Returns the start time for `end`. */
  begin(): number {
    this.begun++;
    return performance.now();
  }

  end(begun: number): void {
    const now = performance.now();
    this.ended++;
    this.ms += now - begun;
    this.#ring.add(now, now - begun);
  }

  /** Counts a call without a duration of its own. */
  count(now: number): void {
    this.begun++;
    this.ended++;
    this.#ring.add(now, 0);
  }

  /** Counts a failure of the extension. A refusal that is meant for the client is no failure. */
  fail(): void {
    this.errors++;
    this.#ring.fail(performance.now());
  }
}

export class ExtensionSeries {
  /** The last five minutes. */
  readonly recent = new RingBuffer();
  readonly graphql = new CallSeries(this.recent);
  readonly rest = new CallSeries(this.recent);
  readonly page = new CallSeries(this.recent);
}
