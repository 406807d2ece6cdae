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
import { errorCode } from '#base';
import { observationOf } from './observed-response.ts';
import type { SpanInfo, TracedExchange, Tracing } from './tracing.ts';

/** Creates the tracing. Import this module only when an SDK is registered. */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('stoa');
  return {
    serve: (exchange, work) => serve(tracer, exchange, work),
    span: (info, work, failureOf) => inSpan(tracer, info, { work, failureOf }),
  };
}

function serve(tracer: Tracer, exchange: TracedExchange, work: () => void): void {
  const { request, response } = exchange;
  const parent = propagation.extract(context.active(), request.headers);
  const method = methodOf(request);
  const name = method === otherMethod ? 'HTTP' : method;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: attributesOf(exchange) }, parent);
  const inSpan = trace.setSpan(parent, span);
  const observed = observationOf(response);
  if (observed !== undefined) observed.inSpan = (logging) => context.with(inSpan, logging);
  response.once('close', () => end(span, { name, response }));
  context.with(inSpan, work);
}

/** The methods that the semantic conventions know. Others would be names without a bound. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'QUERY',
]);
const otherMethod = '_OTHER';

function methodOf({ method = 'GET' }: IncomingMessage): string {
  return knownMethods.has(method) ? method : otherMethod;
}

/** OpenTelemetry's semantic conventions for HTTP servers, without the query string, which may contain secrets. */
function attributesOf({ request, client }: TracedExchange): Attributes {
  const { method, headers, socket, url = '/', httpVersion } = request;
  const known = methodOf(request);
  const { hostname, port } = addressOf(client, socket.localPort);
  // The SDK leaves out what is undefined.
  return {
    'http.request.method': known,
    'http.request.method_original': known === otherMethod ? method : undefined,
    'url.path': url.split('?')[0] ?? '/',
    'url.scheme': client.protocol,
    'client.address': client.address,
    'network.peer.address': socket.remoteAddress,
    'network.protocol.version': httpVersion,
    'server.address': hostname,
    'server.port': port,
    'user_agent.original': headers['user-agent'],
  };
}

/** Name and port that the client asked for. */
function addressOf(
  { protocol, host = '' }: TracedExchange['client'],
  localPort: number | undefined,
): { readonly hostname: string | undefined; readonly port: number | undefined } {
  if (!URL.canParse(`${protocol}://${host}`)) return { hostname: undefined, port: localPort };
  const { hostname, port } = new URL(`${protocol}://${host}`);
  return { hostname, port: port === '' ? defaultPorts[protocol] : Number(port) };
}

const defaultPorts = { http: 80, https: 443 } as const;

function end(span: Span, { name, response }: { readonly name: string; readonly response: ServerResponse }): void {
  const { series, operation, requestId = response.getHeader('x-request-id') } = observationOf(response) ?? {};
  if (requestId !== undefined) span.setAttribute('stoa.request_id', String(requestId));
  if (operation !== undefined) {
    span.setAttribute('graphql.operation.type', operation.type);
    if (operation.name !== undefined) span.setAttribute('graphql.operation.name', operation.name);
  }
  if (series?.route !== undefined) {
    span.updateName(`${name} ${series.route}`);
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

const spanKinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

function inSpan<Result>(tracer: Tracer, info: SpanInfo, { work, failureOf }: Work<Result>): Result {
  const active = context.active();
  const parent = info.trace === undefined ? active : propagation.extract(active, { traceparent: info.trace });
  const options = { kind: spanKinds[info.kind ?? 'internal'], attributes: { ...info.attributes } };
  return tracer.startActiveSpan(info.name, options, parent, (span) => {
    const fail = (error: unknown): void => {
      if (error instanceof Error) span.recordException(error);
      span.setAttribute('error.type', errorType(error));
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

/** A code, such as a SQLSTATE or that of a RequestError, or else the name of the error's class. */
function errorType(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.name : '_OTHER');
}
