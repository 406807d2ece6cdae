import { inspect } from 'node:util';
import { GraphQLError } from 'graphql';
import { isObject, isRequestErrorCode, RequestError } from '#base';
import { isConnectionFailure } from './connection-failure.ts';

/**
 * What an extension threw, as JSON. Without `status` and `extensions` it is a bug, and its message is for the log
 * alone.
 */
export interface PlainError {
  readonly code: string | undefined;
  readonly message: string;
  /** Of a refusal by HTTP: REST clients are answered with it. */
  readonly status: number | undefined;
  /** What else a refusal has: `expose`, `headers` and `fields`. */
  readonly http: Readonly<Record<string, unknown>> | undefined;
  /** Of a GraphQL error: its message is for GraphQL clients. */
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly stack: string | undefined;
  /** The extension could not reach what it needs: the circuit breaker counts it. */
  readonly connectionFailure: boolean;
}

/** Describes whatever was thrown. Never throws, although the error may do so when it is read. */
export function toPlainError(thrown: unknown): PlainError {
  try {
    return describe(thrown);
  } catch {
    return { ...nothing, message: 'an error that cannot be read' };
  }
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
  // By its name: an extension may have a copy of graphql-js of its own.
  const own = name === 'GraphQLError' ? asJson(isObject(extensions) ? extensions : {}) : undefined;
  // A status alone is no refusal: clients of other services put the status that they were answered on their errors.
  const isRefusal = (name === 'RequestError' || typeof expose === 'boolean') && Number.isInteger(status);
  return {
    code: textOf(code),
    message: String(message),
    status: isRefusal ? Number(status) : undefined,
    http: isRefusal ? asJson({ expose, headers, fields }) : undefined,
    extensions: own,
    stack: textOf(stack),
    connectionFailure,
  };
}

/** The error that the gateway goes on with. */
export function fromPlainError(plain: PlainError): Error {
  const error = revived(plain);
  if (plain.stack !== undefined) error.stack = plain.stack;
  return plain.connectionFailure ? Object.assign(error, { connectionFailure: true }) : error;
}

function revived({ code, message, status, http = {}, extensions }: PlainError): Error {
  const { expose, headers, fields } = http;
  if (status !== undefined && expose === undefined && isRequestErrorCode(code))
    return new RequestError(code, status, message, textsOf(headers), textsOf(fields));
  const error = extensions === undefined ? new Error(message) : new GraphQLError(message, { extensions });
  if (code !== undefined) Object.assign(error, { code });
  return status === undefined ? error : Object.assign(error, { status, expose: expose === true, headers, fields });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/** As far as JSON can say it. */
function asJson(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    return isObject(copy) ? copy : {};
  } catch {
    return {};
  }
}
