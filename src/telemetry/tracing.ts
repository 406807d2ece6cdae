import type { IncomingMessage, ServerResponse } from 'node:http';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Name and attributes of a span. */
export interface SpanInfo {
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** `client`: work of another process. */
  readonly kind?: 'internal' | 'client';
}

/** The operations of OpenTelemetry that the gateway uses. */
export interface Tracing {
  /** Runs a request in a span that continues the caller's trace and ends with the response. */
  serve(request: IncomingMessage, response: ServerResponse, work: () => void): void;
  /** Runs work in a span below the current one. `failureOf` returns the failure in a result that was not thrown. */
  span<Result>(info: SpanInfo, work: () => Result, failureOf?: (result: unknown) => unknown): Result;
}
