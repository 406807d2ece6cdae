import type { ServerResponse } from 'node:http';
import type { PageConfig } from '../../config/config.ts';

const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; script-src ";

/** Sets what every page answers. The nonce is that of its scripts; without one, nothing in it may run. */
export function setPageHeaders(
  response: ServerResponse,
  nonce: string | undefined,
  { access }: Pick<PageConfig, 'access'>,
): void {
  // What a script with the nonce imports may run too, and nothing else: not even other files of this origin.
  const scripts = nonce === undefined ? "'none'" : `'nonce-${nonce}' 'strict-dynamic'`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-security-policy', policy + scripts);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  // Pages show who is signed in, and what has just been bought. A private one is not left on the disk of a shared computer.
  response.setHeader('cache-control', access === 'private' ? 'no-store' : 'private, no-cache');
  response.setHeader('vary', 'Accept, Authorization, Cookie');
}
