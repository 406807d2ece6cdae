import { ServerResponse } from 'node:http';

/**
 * `writeHead` for responses of an extension. It refuses a status below 200, which announces a later response. The
 * client, or a proxy with a shared connection, would take the next request's response for this one. Throws
 * RangeError.
 */
export function finalHead(this: ServerResponse, ...args: readonly unknown[]): ServerResponse {
  const [status] = args;
  if (typeof status === 'number' && status < 200) throw new RangeError(`an answer cannot have the status ${status}`);
  return Reflect.apply(ServerResponse.prototype.writeHead, this, args);
}
