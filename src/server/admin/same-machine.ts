import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Why a request may not be answered; undefined when it may. A browser on this machine reaches ports that the network does
 * not, on behalf of any page that it shows. A page that has its own name point here (DNS rebinding) still sends that name
 * as Host, and a page that writes here says where it comes from.
 */
export function refusalOf(request: IncomingMessage, listensOn: string): string | undefined {
  const { host = '', origin } = request.headers;
  if (isLoopback(listensOn) && !isOwnName(host, listensOn)) return 'The Host header does not name this machine.';
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return 'The request comes from another site.';
  return undefined;
}

function isOwnName(host: string, listensOn: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
  // By name only: a port may well be forwarded.
  return name !== undefined && (name === listensOn || isLoopback(name));
}

export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}
