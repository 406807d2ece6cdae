import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { observationOf } from './observed-response.ts';
import type { SpanInfo, Tracing } from './tracing.ts';

/** Creates the tracing. Import this module only when an SDK is registered. */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('stoa');
  return {
    serve: (request, response, work) => serve(tracer, { request, response, work }),
    span: (info, work, failureOf) => inSpan(tracer, info, { work, failureOf }),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly work: () => void;
}

function serve(tracer: Tracer, { request, response, work }: Exchange): void {
  const parent = propagation.extract(context.active(), request.headers);
  const method = request.method ?? 'GET';
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: attributesOf(request) }, parent);
  response.once('close', () => end(span, { method, response }));
  context.with(trace.setSpan(parent, span), work);
}

/** OpenTelemetry's semantic conventions for HTTP servers, without the query string, which may contain secrets. */
function attributesOf(request: IncomingMessage): Attributes {
  const { headers, socket, url = '/', httpVersion } = request;
  const { 'user-agent': userAgent } = headers;
  return {
    'http.request.method': request.method ?? 'GET',
    'url.path': url.split('?')[0] ?? '/',
    'url.scheme': 'encrypted' in socket ? 'https' : 'http',
    'network.protocol.version': httpVersion,
    ...(socket.localPort === undefined ? {} : { 'server.port': socket.localPort }),
    ...(userAgent === undefined ? {} : { 'user_agent.original': userAgent }),
  };
}

function end(span: Span, { method, response }: { readonly method: string; readonly response: ServerResponse }): void {
  const series = observationOf(response)?.series;
  if (series?.route !== undefined) {
    span.updateName(`${method} ${series.route}`);
    span.setAttribute('http.route', series.route);
  }
  if (!response.headersSent) {
    span.setAttribute('error.type', 'client_gone');
  } else {
    span.setAttribute('http.response.status_code', response.statusCode);
    // A status of 4xx is an error of the client, not of the server.
    if (response.statusCode >= 500) {
      span.setAttribute('error.type', String(response.statusCode));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
  }
  span.end();
}

interface Work<Result> {
  readonly work: () => Result;
  readonly failureOf: ((result: unknown) => unknown) | undefined;
}

function inSpan<Result>(tracer: Tracer, info: SpanInfo, { work, failureOf }: Work<Result>): Result {
  const kind = info.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return tracer.startActiveSpan(info.name, { kind, attributes: { ...info.attributes } }, (span) => {
    const fail = (error: unknown): void => {
      if (error instanceof Error) span.recordException(error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    const succeed = (result: unknown): void => {
      const failure = failureOf?.(result);
      if (failure === undefined) span.end();
      else fail(failure);
    };
    try {
      const result = work();
      if (result instanceof Promise) result.then(succeed, fail);
      else succeed(result);
      return result;
    } catch (error) {
      fail(error);
      throw error;
    }
  });
}
