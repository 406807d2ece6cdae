import type { IncomingMessage, ServerResponse } from 'node:http';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work, as a trace shows it. */
export interface SpanInfo {
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** `client`: work that another process does. */
  readonly kind?: 'internal' | 'client';
}

/** What the gateway wants of OpenTelemetry. */
export interface Tracing {
  /** Runs a request's work in a span that continues the caller's trace and ends with the response. */
  serve(request: IncomingMessage, response: ServerResponse, work: () => void): void;
  /**
   * Runs work in a span below the current one; spans that the work opens lie below that. `failureOf` finds the failure in a
   * result that was not thrown.
   */
  span<Result>(info: SpanInfo, work: () => Result, failureOf?: (result: unknown) => unknown): Result;
}
