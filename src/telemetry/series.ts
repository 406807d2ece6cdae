import { Ring } from './ring.ts';

/** What an HTTP request was for; a label of metrics, so there are few. */
export type RequestKind = 'graphql' | 'rest' | 'page' | 'asset' | 'unmatched';

/** Upper ends of a histogram's buckets, in milliseconds; one more bucket takes what is slower. */
export const bucketEnds: readonly number[] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** Requests of one kind and name. Plain numbers, since every request adds to them and hardly anybody reads. */
export class RequestSeries {
  readonly kind: RequestKind;
  /** A route, page group or operation type: as many as gateway.yaml and the extensions declare, never what a client wrote. */
  readonly name: string;
  /** The path as it is declared, for traces. */
  route: string | undefined;
  /** By the status's first digit; 0 counts clients that left before an answer had begun. */
  readonly statuses = new Float64Array(6);
  /** By `bucketEnds`. */
  readonly buckets = new Float64Array(bucketEnds.length + 1);
  /** Milliseconds of all of them. */
  ms = 0;

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

/** Calls of one extension in one way: as columns of resolvers or a subschema's documents, as REST handlers, as page components. */
export class CallSeries {
  begun = 0;
  ended = 0;
  errors = 0;
  /** Milliseconds of those that have ended. Calls that run side by side count both. */
  ms = 0;
  readonly #ring: Ring;

  constructor(ring: Ring) {
    this.#ring = ring;
  }

  /** Gives the time, for `end`. */
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

  /** A call whose own time nobody knows. */
  count(now: number): void {
    this.begun++;
    this.ended++;
    this.#ring.add(now, 0);
  }

  /** A failure that the extension's team must mend; a refusal that is meant for the client is none. */
  fail(): void {
    this.errors++;
    this.#ring.fail(performance.now());
  }
}

/** All calls of one extension. */
export class ExtensionSeries {
  /** The last minutes. */
  readonly recent = new Ring();
  readonly graphql = new CallSeries(this.recent);
  readonly rest = new CallSeries(this.recent);
  readonly page = new CallSeries(this.recent);
}
