/** What the system and undici say when the other end cannot be reached, or goes away. */
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

/** Did an extension fail because it could not reach what it needs? fetch has the reason as its error's cause. */
export function isConnectionFailure(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  // Of an extension elsewhere, which has looked at its own error.
  if ('connectionFailure' in error) return error.connectionFailure === true;
  if ('code' in error && typeof error.code === 'string' && codes.has(error.code)) return true;
  return isConnectionFailure(error.cause, depth + 1);
}

const maxDepth = 4;
