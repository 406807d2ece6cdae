/** Error codes of the operating system and undici for a failed or lost connection. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Whether an extension failed because it could not reach a service. fetch puts the reason into the error's `cause`. */
export function isConnectionFailure(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  // An extension outside this process has classified its own error.
  if ('connectionFailure' in error) return error.connectionFailure === true;
  // The gateway's own refusal, such as that of a database that is away, is no failure of the extension.
  if (error.name === 'RequestError') return false;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  return isConnectionFailure(error.cause, depth + 1);
}

const maxDepth = 4;
