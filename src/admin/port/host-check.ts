import type { IncomingMessage } from 'node:http';
import { hostnameOf, isLoopback } from '#edge';

/**
 * Why a request is refused; undefined when it is not. A browser on this machine can reach local ports for any page
 * that it shows. After DNS rebinding it still sends the page's own name as Host, and each write from a page has an
 * Origin.
 */
export function refusalOf(request: IncomingMessage, listensOn: string): string | undefined {
  const { host = '', origin } = request.headers;
  if (isLoopback(listensOn) && !isOwnName(host, listensOn)) return 'The Host header does not name this machine.';
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return 'The request comes from another site.';
  return undefined;
}

function isOwnName(host: string, listensOn: string): boolean {
  const name = hostnameOf(host);
  // Without the port, which may be forwarded.
  return name !== undefined && (name === listensOn || isLoopback(name));
}
