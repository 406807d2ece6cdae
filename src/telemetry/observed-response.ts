import type { ServerResponse } from 'node:http';
import type { ObservedOperation } from './operation-durations.ts';
import type { RequestSeries } from './request-histograms.ts';

/** Data about a response, for metrics and logs. */
export interface Observation {
  /** Start time, as of performance.now(). */
  readonly begun: number;
  /** Series of the request, once it is known. */
  series: RequestSeries | undefined;
  /** Request id, where the response header does not have it. */
  requestId: string | undefined;
  /** The GraphQL operation of the request. */
  operation: ObservedOperation | undefined;
  /** Runs work in the request's span. Undefined for a request that is not traced. */
  inSpan: ((work: () => void) => void) | undefined;
}

// A symbol property of the response. A subclass costs 400 ns per response, because node:http's constructor is not
// an ES class, and a WeakMap would be read three times per request.
const observation: unique symbol = Symbol('observation');

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    [observation]?: Observation;
  }
}

export function observe(response: ServerResponse): void {
  response[observation] = {
    begun: performance.now(),
    series: undefined,
    requestId: undefined,
    operation: undefined,
    inSpan: undefined,
  };
}

/** Sets the series of a response. The last call wins. */
export function recordAs(response: ServerResponse, series: RequestSeries, requestId?: string): void {
  const observed = response[observation];
  if (observed === undefined) return;
  observed.series = series;
  observed.requestId ??= requestId;
}

/** Sets the GraphQL operation of a response. */
export function recordOperation(response: ServerResponse, operation: ObservedOperation): void {
  const observed = response[observation];
  if (observed !== undefined) observed.operation = operation;
}

/** Undefined for a response that is not observed. */
export function observationOf(response: ServerResponse): Observation | undefined {
  return response[observation];
}
