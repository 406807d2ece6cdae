/** The load of a server, for metrics and readiness. */
export interface LoadReport {
  readonly inFlight: number;
  /** The current limit of requests in flight. */
  readonly limit: number;
  /** The number of refused requests so far. */
  readonly shed: number;
  /** The share of requests that the gateway accepts: 1 unless it is overloaded. */
  readonly share: number;
  /** The last measured delay of the event loop, in milliseconds. */
  readonly delayMs: number;
}
