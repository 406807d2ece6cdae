import { STATUS_CODES } from 'node:http';
import { codeOf, statusOf, stoaError } from '#extension-error';
import { isObject } from './is-object.ts';

/** `error.extensions.code` and log codes of refused requests (SPEC: "GraphQL response and errors"). */
export type RequestErrorCode = (typeof requestErrorCodes)[number];

export const requestErrorCodes = [
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  /** One call of an extension took too long, and its fields in the answer are null. */
  'EXTENSION_TIMEOUT',
  /** The circuit of an extension is open: it failed again and again. */
  'EXTENSION_UNAVAILABLE',
  /** The client hung up: there is no one to answer, and it is no error. */
  'CLIENT_GONE',
] as const;

/** A refusal whose message the client may read. Every other error is a bug and answered with 500. */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Messages by field of the body, for pages that show their form again. Empty when the message is enough. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: RequestErrorCode,
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.status = status;
    this.headers = headers;
    this.fields = fields;
  }
}

/** BAD_USER_INPUT 400, with messages by field where there are some. */
export function badInput(message: string, fields?: Readonly<Record<string, string>>): RequestError {
  return new RequestError('BAD_USER_INPUT', 400, message, {}, fields);
}

/** An error that an extension threw for its client, in words of REST and of GraphQL. */
export interface Refusal {
  /** `extensions.code` of the GraphQL error. */
  readonly code: string;
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** What the client may read. */
  readonly message: string;
  /** False when `message` is the status in words, and the error's own message is for the log. */
  readonly isExposed: boolean;
  /** Messages by field of the input. */
  readonly fields: Readonly<Record<string, string>>;
  /** Header fields of a REST answer, not checked yet. */
  readonly headers: unknown;
}

/**
 * What a client may know of a thrown error: of a RequestError, a StoaError, an error with `status` and `expose` as
 * http-errors makes them, and a GraphQLError with a code. Undefined for a bug. Classes are known by their names, since
 * an extension may have its own copy.
 */
export function refusalOf(thrown: unknown): Refusal | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { name } = thrown;
  const [code, status, expose, extensions]: readonly unknown[] = own.map((each) => Reflect.get(thrown, each));
  if (typeof code === 'string' && (name === 'RequestError' || stoaError in thrown))
    return shown(thrown, code, isStatus(status) ? status : statusOf(code));
  const graphql = name === 'GraphQLError' && isObject(extensions) ? extensions : {};
  const given = typeof graphql.code === 'string' ? graphql.code : undefined;
  if (isStatus(status) && typeof expose === 'boolean') {
    if (expose) return shown(thrown, given ?? codeOf(status), status, graphql);
    const message = status === 500 ? 'Internal server error' : (STATUS_CODES[status] ?? 'Error');
    return { ...shown(thrown, codeOf(status), status), message, isExposed: false, fields: {} };
  }
  if (given === undefined || given === 'INTERNAL_SERVER_ERROR') return undefined;
  const http = isObject(graphql.http) ? graphql.http : {};
  return shown(thrown, given, isStatus(http.status) ? http.status : statusOf(given), { ...graphql, ...http });
}

const own = ['code', 'status', 'expose', 'extensions'];

// A status alone is not enough: HTTP clients set on their errors the status that another service returned.
function isStatus(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600;
}

function shown(error: Error, code: string, status: number, more: Readonly<Record<string, unknown>> = {}): Refusal {
  const fields: unknown = Reflect.get(error, 'fields') ?? more.fields;
  const headers: unknown = Reflect.get(error, 'headers') ?? more.headers;
  return { code, status, message: error.message, isExposed: true, fields: messagesOf(fields), headers };
}

/** Messages for single fields, on an error: `fields: { email: 'this address has an account already' }`. */
function messagesOf(fields: unknown): Readonly<Record<string, string>> {
  if (!isObject(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, message]) => (typeof message === 'string' ? [[name, message]] : [])),
  );
}
