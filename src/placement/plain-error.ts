import { inspect } from 'node:util';
import { GraphQLError } from 'graphql';
import { isObject } from '../base/is-object.ts';
import { isRequestErrorCode, RequestError } from '../base/request-error.ts';
import { isConnectionFailure } from './connection-failure.ts';

/**
 * What an extension threw, as JSON. With a `status` it is a refusal by HTTP. Without one but with `extensions` it is a GraphQL error.
 * Otherwise it is a bug: message and stack are for the log alone.
 */
export interface PlainError {
  readonly code: string | undefined;
  readonly message: string;
  readonly status: number | undefined;
  /** Of a GraphQL error its own; of a refusal `expose`, `headers` and `fields`. */
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
  extensions: undefined,
  stack: undefined,
  connectionFailure: false,
};

function describe(thrown: unknown): PlainError {
  if (!(thrown instanceof Error)) return { ...nothing, message: `thrown: ${inspect(thrown, { depth: 0 })}` };
  const { name, message, stack } = thrown;
  const { code, status, expose, headers, fields, extensions }: Readonly<Record<string, unknown>> = { ...thrown };
  const connectionFailure = isConnectionFailure(thrown);
  const plain = { ...nothing, code: textOf(code), message: String(message), stack: textOf(stack), connectionFailure };
  // By its name: an extension may have a copy of graphql-js of its own.
  if (name === 'GraphQLError') {
    const own = isObject(extensions) ? extensions : {};
    return { ...plain, code: textOf(own.code), extensions: asJson(own) };
  }
  // A status alone is no refusal: clients of other services put the status that they were answered on their errors.
  const isRefusal = name === 'RequestError' || typeof expose === 'boolean';
  if (!isRefusal || !Number.isInteger(status)) return plain;
  return { ...plain, status: Number(status), extensions: asJson({ expose, headers, fields }) };
}

/** The error that the gateway goes on with. */
export function fromPlainError(plain: PlainError): Error {
  const error = revived(plain);
  if (plain.stack !== undefined) error.stack = plain.stack;
  return plain.connectionFailure ? Object.assign(error, { connectionFailure: true }) : error;
}

function revived({ code, message, status, extensions }: PlainError): Error {
  if (status === undefined && extensions !== undefined) return new GraphQLError(message, { extensions });
  const own = code === undefined ? {} : { code };
  if (status === undefined) return Object.assign(new Error(message), own);
  const { expose, headers, fields } = extensions ?? {};
  if (expose === undefined && isRequestErrorCode(code))
    return new RequestError(code, status, message, textsOf(headers), textsOf(fields));
  return Object.assign(new Error(message), own, { status, expose: expose === true, headers, fields });
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
