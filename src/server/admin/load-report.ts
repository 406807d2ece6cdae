/** What can be seen of a server's load, for metrics and readiness. */
export interface LoadReport {
  readonly inFlight: number;
  /** How many requests may be in flight at this moment. */
  readonly limit: number;
  /** How many requests have been refused so far. */
  readonly shed: number;
  /** The share of requests that is taken on at this moment: 1 as long as there is not too much to do. */
  readonly share: number;
  /** By how many milliseconds the event loop lagged behind when it was last looked at. */
  readonly delayMs: number;
}
