import { originForm } from '../../base/origin-form.ts';
import { RequestError } from '../../base/request-error.ts';

export interface RequestTarget {
  /** Percent-encoding and all, exactly as sent. */
  readonly path: string;
  /** Without its `?`; empty when there is none. */
  readonly search: string;
}

/**
 * Path and query string of what stands in the request line: `/path?query`, or a whole URL as proxies are sent. Anything else
 * (`*`, a fragment, a path without its slash) is a 400.
 */
export function parseRequestTarget(target: string | undefined): RequestTarget {
  const origin = originForm(target ?? '');
  if (!origin.startsWith('/') || origin.includes('#')) {
    throw new RequestError('BAD_USER_INPUT', 400, 'The request target is not a path.');
  }
  const question = origin.indexOf('?');
  if (question === -1) return { path: origin, search: '' };
  return { path: origin.slice(0, question), search: origin.slice(question + 1) };
}
