/**
 * What a client reads when something unexpected happened: the request's id, under which the log has the rest. The cause
 * itself is for development only.
 */
export function maskedMessage(requestId: string, cause: string | undefined): string {
  const masked = `Internal server error (request ${requestId}).`;
  return cause === undefined ? masked : `${masked} ${cause}`;
}
