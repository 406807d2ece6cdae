import { ServerResponse } from 'node:http';

/**
 * `writeHead` of an extension's responses. A status below 200 says that the answer is still to come: the client, or a proxy that
 * shares the connection among many, would take the next request's answer for this one's.
 */
export function finalHead(this: ServerResponse, ...args: readonly unknown[]): ServerResponse {
  const [status] = args;
  if (typeof status === 'number' && status < 200) throw new RangeError(`an answer cannot have the status ${status}`);
  return Reflect.apply(ServerResponse.prototype.writeHead, this, args);
}
