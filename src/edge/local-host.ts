import { isIP } from 'node:net';

/** The name in a Host header field, without port and brackets; undefined for what is no host. */
export function hostnameOf(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a name or address is always this machine. */
export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}
