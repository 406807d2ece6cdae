import { validateHeaderName, validateHeaderValue } from 'node:http';
import { inspect } from 'node:util';
import { bearerChallenge, isGatewayCookie } from '#auth';
import { isOutageCode, type Logger, type Outage, outageOf, type Refusal, RequestError, refusalOf } from '#base';
import type { EndpointManifest } from '#extensions';
import type { RequestScope } from '#http';
import type { ExtensionCalls } from '#placement';

/**
 * Converts what an extension threw. A RequestError stays as it is. An error for the client becomes one: a StoaError,
 * an error with `status` and `expose`, as http-errors and Express's body parsers throw, or a GraphQLError with a code.
 * So does an error behind which something is away: by its causes, or because the request has met an outage in
 * `context.query`. Anything else becomes an Error that names the extension and the route.
 */
export function extensionFailure(
  thrown: unknown,
  endpoint: EndpointManifest,
  { logger, outage }: Pick<RequestScope, 'logger' | 'outage'>,
): Error {
  if (thrown instanceof RequestError) return thrown;
  const refusal = refusalOf(thrown);
  if (refusal !== undefined && !isOutageCode(refusal.code)) return toRequestError(refusal, thrown, logger);
  const away = outageOf(thrown) ?? outage;
  if (away !== undefined) return unavailable(thrown, away, logger);
  if (refusal !== undefined) return toRequestError(refusal, thrown, logger);
  const route = `the route ${endpoint.extension}.${endpoint.routeId} failed`;
  if (thrown instanceof Error) return new Error(route, { cause: thrown });
  return new Error(`${route} with ${inspect(thrown, { depth: 0 })}, not an Error`);
}

function unavailable(thrown: unknown, { message, retryAfter }: Outage, logger: Logger): RequestError {
  const error = new RequestError('UNAVAILABLE', 503, message, { 'retry-after': retryAfter });
  // The client learns only of the outage. The handler's own message may name what it could not do.
  // Without its stack, since each request of an outage has such a line.
  logger.warn('extension failed in an outage', {
    reason: thrown instanceof Error ? thrown.message : inspect(thrown, { depth: 0 }),
  });
  error.cause = thrown;
  return error;
}

function toRequestError(refusal: Refusal, thrown: unknown, logger: Logger): RequestError {
  const { status, message, headers, fields, isExposed } = refusal;
  if (!isExposed) logger.error('extension failed', { status, err: thrown });
  const code = codes[status] ?? (status < 500 ? 'BAD_USER_INPUT' : 'UNAVAILABLE');
  return new RequestError(
    code,
    status,
    message,
    { ...(status === 401 ? bearerChallenge : {}), ...textsOf(headers) },
    fields,
  );
}

const codes: Readonly<Record<number, RequestError['code']>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  504: 'TIMEOUT',
};

// The gateway sets these headers and the body. A 416 may keep its `content-range`.
const reservedHeaders =
  /^(content-(?!range$).*|transfer-encoding|connection|keep-alive|trailer|upgrade|x-request-id|x-stoa-generation)$/i;

function textsOf(headers: unknown): Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      isAllowed(name, value) && isHeader(name, value) ? [[name.toLowerCase(), value]] : [],
    ),
  );
}

function isAllowed(name: string, value: unknown): boolean {
  if (name.toLowerCase() === 'set-cookie') return !isGatewayCookie(String(value));
  return !reservedHeaders.test(name);
}

function isHeader(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Reports to the extension's circuit breaker how a handler failed: by an error, or by the request's time-out. */
export function handlerFailed(
  calls: ExtensionCalls,
  scope: Pick<RequestScope, 'aborted' | 'signal'>,
  { error, probe }: { readonly error: unknown; readonly probe: ReturnType<ExtensionCalls['admit']> },
): void {
  if (!scope.aborted || error !== scope.signal.reason) calls.threw(error);
  else if (error instanceof RequestError && error.code === 'TIMEOUT') calls.timedOut();
  // The client disconnected, so the outcome is unknown. Another request must be the probe.
  else probe?.failed();
}
