import type { IncomingMessage } from 'node:http';
import { badInput } from '#base';

export interface RequestTarget {
  /** As sent, still percent-encoded. */
  readonly path: string;
  /** Without its `?`; empty when there is no query string. */
  readonly search: string;
}

/**
 * Splits a request target into path and query string: `/path?query`, or a whole URL as proxies receive it. Throws
 * RequestError BAD_USER_INPUT 400 for anything else: `*`, a fragment, or a path without its slash.
 */
export function parseRequestTarget(target: string | undefined): RequestTarget {
  const origin = originForm(target ?? '');
  if (!origin.startsWith('/') || origin.includes('#')) {
    throw badInput('The request target is not a path.');
  }
  const question = origin.indexOf('?');
  if (question === -1) return { path: origin, search: '' };
  return { path: origin.slice(0, question), search: origin.slice(question + 1) };
}

/**
 * Removes scheme and host from a request target in absolute form, as clients send it to proxies. It does not parse,
 * because URL would resolve `..` and encode again, and routes match the exact path.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Counts a header, by its name in lower case. Node keeps the first of several; a proxy may have read the last. */
export function countFields({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  // Names and values alternate.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
