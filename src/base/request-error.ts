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
  /** One call of an extension took too long, and its place in the answer is empty. */
  'EXTENSION_TIMEOUT',
  /** The circuit of an extension is open: it failed again and again. */
  'EXTENSION_UNAVAILABLE',
  /** The client hung up: there is no one to answer, and it is no error. */
  'CLIENT_GONE',
] as const;

export function isRequestErrorCode(code: unknown): code is RequestErrorCode {
  return requestErrorCodes.some((one) => one === code);
}

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
