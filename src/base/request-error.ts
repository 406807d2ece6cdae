/** `error.extensions.code` and log code of a refused request (SPEC: "GraphQL response and errors"). */
export type RequestErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  | 'UNAVAILABLE'
  /** A call of an extension exceeded its time-out. Its part of the response is empty. */
  | 'EXTENSION_TIMEOUT'
  /** The extension failed repeatedly: its circuit is open. */
  | 'EXTENSION_UNAVAILABLE'
  /** The client closed the connection before the response. This is not logged as an error. */
  | 'CLIENT_GONE';

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
