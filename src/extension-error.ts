/**
 * The error that extensions throw for their clients, and the HTTP status of each code. Runs in the browser, too, and
 * imports nothing. Extensions see only what `extension-api.ts` exports again.
 */

/** The HTTP status of each code that the gateway knows. An extension may have codes of its own. */
const statusOfCode: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
  EXTENSION_UNAVAILABLE: 503,
  TIMEOUT: 504,
  EXTENSION_TIMEOUT: 504,
};

/** A code of an extension's own says what the caller did wrong. */
export function statusOf(code: string): number {
  return (Object.hasOwn(statusOfCode, code) ? statusOfCode[code] : undefined) ?? 400;
}

/** The code of a status. Other statuses are the caller's or the server's mistake. */
export function codeOf(status: number): string {
  const [code] = Object.entries(statusOfCode).find(([, each]) => each === status) ?? [];
  return code ?? (status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
}

/** Marks a StoaError, also one of a subclass or of another process. */
export const stoaError: unique symbol = Symbol.for('stoa.error');

/** Codes with an HTTP status of their own. An extension's own code has 400, unless `status` says otherwise. */
export type StoaErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'PAYMENT_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'GONE'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'TIMEOUT'
  | (string & {});

export interface StoaErrorOptions {
  /** Messages by field of the input. The page shows them beside the form's fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** HTTP status, 400 to 599. Default: that of the code. */
  readonly status?: number | undefined;
  /** Header fields of a REST answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What led to it, for the log. */
  readonly cause?: unknown;
}

/**
 * An error for the client. Throw it in a handler, a resolver, or a function that both call. REST answers with its
 * status and message, GraphQL with its message, code and fields, and a page shows its form again.
 *
 * @example throw new StoaError('CONFLICT', 'This address has an account.', { fields: { email: 'is taken' } });
 */
export class StoaError extends Error {
  readonly code: StoaErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** As http-errors has it: the message is for the client. */
  readonly expose = true;
  readonly [stoaError] = true;

  /** Throws TypeError for a code that is not in upper case, RangeError for a status that is no error's. */
  constructor(code: StoaErrorCode, message: string, options: StoaErrorOptions = {}) {
    const { fields = {}, status = statusOf(code), headers = {}, cause } = options;
    if (!/^[A-Z][A-Z0-9_]*$/.test(code)) throw new TypeError(`"${code}" is no code: write e.g. OUT_OF_STOCK`);
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new RangeError(`${status} is no status of an error: 400 to 599 are`);
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoaError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}
