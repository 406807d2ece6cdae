/**
 * The message for an unexpected error: it names the request id, and the log has the rest. Only development shows the
 * cause.
 */
export function maskedMessage(requestId: string, cause: string | undefined): string {
  const masked = `Internal server error (request ${requestId}).`;
  return cause === undefined ? masked : `${masked} ${cause}`;
}
