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

/** A text of the extension instead of a message, which the client gets in its own locale. */
export interface ErrorText {
  /** A key of `texts/<locale>.json`. */
  readonly text: string;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

export interface StoaErrorOptions {
  /** Messages by field of the input. The page shows them beside the form's fields. */
  readonly fields?: Readonly<Record<string, string | ErrorText>> | undefined;
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
 * @example throw new StoaError('CONFLICT', { text: 'addressTaken' }, { fields: { email: { text: 'taken' } } });
 */
export class StoaError extends Error {
  readonly code: StoaErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** As http-errors has it: the message is for the client. */
  readonly expose = true;
  readonly [stoaError] = true;
  /** Those of its words that are texts of the extension. */
  readonly texts: { readonly message?: ErrorText; readonly fields: Readonly<Record<string, ErrorText>> };

  /** Throws TypeError for a code that is not in upper case, RangeError for a status that is no error's. */
  constructor(code: StoaErrorCode, message: string | ErrorText, options: StoaErrorOptions = {}) {
    const { fields = {}, status = statusOf(code), headers = {}, cause } = options;
    if (!/^[A-Z][A-Z0-9_]*$/.test(code)) throw new TypeError(`"${code}" is no code: write e.g. OUT_OF_STOCK`);
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new RangeError(`${status} is no status of an error: 400 to 599 are`);
    super(keyOf(message), cause === undefined ? undefined : { cause });
    this.name = 'StoaError';
    this.code = code;
    this.status = status;
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, words]) => [name, keyOf(words)] as const));
    this.headers = headers;
    const texts = Object.entries(fields).flatMap(([name, words]) => (isText(words) ? [[name, words] as const] : []));
    this.texts = { ...(isText(message) && { message }), fields: Object.fromEntries(texts) };
  }
}

/** Until the words are known, an error has their key. */
function keyOf(words: string | ErrorText): string {
  return isText(words) ? words.text : words;
}

function isText(words: string | ErrorText): words is ErrorText {
  return typeof words !== 'string';
}

type WriteText = (text: string, values?: ErrorText['values']) => string;

/**
 * Writes the words of an error by their keys: a copy of it, since an extension may throw one error for many. A text
 * that the extension does not have is a mistake of its own, and takes its place.
 */
export function inWords<Thrown>(thrown: Thrown, write: WriteText): Thrown | Error {
  try {
    return written(thrown, write);
  } catch (mistake) {
    return mistake instanceof Error ? mistake : new Error(String(mistake));
  }
}

function written<Thrown>(thrown: Thrown, write: WriteText): Thrown | Error {
  if (!(thrown instanceof Error && stoaError in thrown && 'texts' in thrown) || !isTexts(thrown.texts)) return thrown;
  const { message, fields } = thrown.texts;
  const texts = Object.entries(fields);
  if (message === undefined && texts.length === 0) return thrown;
  const given: unknown = Reflect.get(thrown, 'fields');
  const own = texts.map(([name, { text, values }]) => [name, write(text, values)] as const);
  const words = message === undefined ? thrown.message : write(message.text, message.values);
  const copy = Object.assign(new Error(words, { cause: thrown.cause }), thrown, {
    fields: { ...Object(given), ...Object.fromEntries(own) },
    texts: { fields: {} },
  });
  return Object.defineProperties(copy, { name: { value: thrown.name }, stack: { value: thrown.stack } });
}

function isTexts(texts: unknown): texts is StoaError['texts'] {
  return typeof texts === 'object' && texts !== null && 'fields' in texts;
}
