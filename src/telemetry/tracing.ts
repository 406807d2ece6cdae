import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientInfo } from '#base';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanInfo {
  readonly name: string;
  readonly attributes: SpanAttributes;
  /** `client`: work of another process. `consumer`: that of a queue. */
  readonly kind?: 'internal' | 'client' | 'consumer';
  /** The `traceparent` that it continues, instead of the current span. */
  readonly trace?: string | undefined;
}

/** A request, its response, and its client, whose headers a trusted proxy may have set. */
export interface TracedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: ClientInfo;
}

/** The operations of OpenTelemetry that the gateway uses. */
export interface Tracing {
  /** Runs a request in a span that continues the caller's trace and ends with the response. */
  serve(exchange: TracedExchange, work: () => void): void;
  /** Runs work in a span below the current one. `failureOf` returns the failure in a result that was not thrown. */
  span<Result>(info: SpanInfo, work: () => Result, failureOf?: (result: unknown) => unknown): Result;
}
