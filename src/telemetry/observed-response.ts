import type { ServerResponse } from 'node:http';
import type { RequestSeries } from './series.ts';

/** What is known of a response while it is wanted. */
export interface Observation {
  /** Since when, of performance.now(). */
  readonly begun: number;
  /** What for, once that is known. */
  series: RequestSeries | undefined;
  /** Where it is not among the response's headers. */
  requestId: string | undefined;
}

// A property of the response itself: a class of our own costs 400 ns to make, since node:http's is no class, and a map from
// responses is asked three times in a request.
const observation: unique symbol = Symbol('observation');

declare module 'node:http' {
  interface ServerResponse<Request extends IncomingMessage = IncomingMessage> {
    [observation]?: Observation;
  }
}

/** From here on a response is watched. */
export function observe(response: ServerResponse): void {
  response[observation] = { begun: performance.now(), series: undefined, requestId: undefined };
}

/** Says what a response is for, as soon as it is known; the last word counts. */
export function isFor(response: ServerResponse, series: RequestSeries, requestId?: string): void {
  const observed = response[observation];
  if (observed === undefined) return;
  observed.series = series;
  observed.requestId ??= requestId;
}

/** Undefined for a response that nobody watches. */
export function observationOf(response: ServerResponse): Observation | undefined {
  return response[observation];
}
