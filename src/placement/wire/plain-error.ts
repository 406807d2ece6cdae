import { inspect } from 'node:util';
import { GraphQLError } from 'graphql';
import { isObject, outageOf, RequestError, requestErrorCodes, textOf } from '#base';
import { stoaError } from '#extension-error';
import { isConnectionFailure } from './connection-failure.ts';

/**
 * An error of an extension, as JSON. Without `status` and `extensions` it is a bug, and only the log gets its message.
 */
export interface PlainError {
  readonly code: string | undefined;
  readonly message: string;
  /** Of a refusal: the HTTP status for REST clients. */
  readonly status: number | undefined;
  /** `expose`, `headers` and `fields` of a refusal, and `stoa` of a StoaError. */
  readonly http: Readonly<Record<string, unknown>> | undefined;
  /** Of a GraphQL error: its message is for GraphQL clients. */
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly stack: string | undefined;
  /** The extension could not reach a service. The circuit breaker counts it. */
  readonly connectionFailure: boolean;
}

/** Describes any thrown value. Never throws, although getters of the error may. */
export function toPlainError(thrown: unknown): PlainError {
  try {
    return describe(asOutage(thrown));
  } catch {
    return { ...nothing, message: 'an error that cannot be read' };
  }
}

/** An outage behind a bug is what the client may know. Causes do not cross. */
function asOutage(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name === 'RequestError' || thrown.name === 'GraphQLError') return thrown;
  const outage = 'status' in thrown && 'expose' in thrown ? undefined : outageOf(thrown);
  if (outage === undefined) return thrown;
  const error = new RequestError('UNAVAILABLE', 503, outage.message, { 'retry-after': outage.retryAfter });
  return Object.assign(error, { stack: thrown.stack });
}

const nothing = {
  code: undefined,
  status: undefined,
  http: undefined,
  extensions: undefined,
  stack: undefined,
  connectionFailure: false,
};

const names = ['code', 'status', 'expose', 'headers', 'fields', 'extensions'];

function describe(thrown: unknown): PlainError {
  if (!(thrown instanceof Error)) return { ...nothing, message: `thrown: ${inspect(thrown, { depth: 0 })}` };
  const { name, message, stack } = thrown;
  const [code, status, expose, headers, fields, extensions] = names.map((own): unknown => Reflect.get(thrown, own));
  const connectionFailure = isConnectionFailure(thrown);
  // Compared by name: an extension may have its own copy of graphql-js.
  const own = name === 'GraphQLError' ? asJson(isObject(extensions) ? extensions : {}) : undefined;
  // A status alone is no refusal: HTTP clients set on their errors the status that another service returned.
  const isRefusal = (name === 'RequestError' || typeof expose === 'boolean') && Number.isInteger(status);
  return {
    code: textOf(code),
    message: String(message),
    status: isRefusal ? Number(status) : undefined,
    http: isRefusal ? asJson({ expose, headers, fields, ...(stoaError in thrown && { stoa: true }) }) : undefined,
    extensions: own,
    stack: textOf(stack),
    connectionFailure,
  };
}

export function fromPlainError(plain: PlainError): Error {
  const error = revived(plain);
  if (plain.stack !== undefined) error.stack = plain.stack;
  return plain.connectionFailure ? Object.assign(error, { connectionFailure: true }) : error;
}

function revived({ code, message, status, http = {}, extensions }: PlainError): Error {
  const { expose, headers, fields, stoa } = http;
  const refused = expose === undefined ? requestErrorCodes.find((one) => one === code) : undefined;
  if (status !== undefined && refused !== undefined)
    return new RequestError(refused, status, message, textsOf(headers), textsOf(fields));
  const error = extensions === undefined ? new Error(message) : new GraphQLError(message, { extensions });
  if (code !== undefined) Object.assign(error, { code });
  if (stoa === true) Object.assign(error, { [stoaError]: true });
  return status === undefined ? error : Object.assign(error, { status, expose: expose === true, headers, fields });
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/** The part of the value that JSON can represent. */
function asJson(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    return isObject(copy) ? copy : {};
  } catch {
    return {};
  }
}

/** What becomes of an error that crosses to another process and back. */
export function toWireError(thrown: unknown): { readonly error: Error; readonly isConnectionFailure: boolean } {
  const plain: PlainError = JSON.parse(JSON.stringify(toPlainError(thrown)));
  return { error: fromPlainError(plain), isConnectionFailure: plain.connectionFailure };
}
