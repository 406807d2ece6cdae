import { errorCode, isObject } from '#base';
import type { Fetch } from './mesh-modules.ts';

/** The URL without query, fragment and credentials, which may contain secrets. */
export function placeWithoutQuery(url: unknown): string {
  const text = isObject(url) && typeof url.url === 'string' ? url.url : String(url);
  return text.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}

/** The first line of the message, with the system's error code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const [line = ''] = error.message.split('\n');
  const words = line.length > 300 ? `${line.slice(0, 300)} ...` : line;
  return code !== undefined && !words.includes(code) ? `${words} (${code})` : words;
}

function codeOf(error: unknown): string | undefined {
  return errorCode(error) || (error instanceof Error ? codeOf(error.cause) : undefined);
}

export function signalsOf(options: RequestInit | undefined): readonly AbortSignal[] {
  return options?.signal === undefined || options.signal === null ? [] : [options.signal];
}

/** What a Mesh request shares with its fetches: its abort signal, and the error code of an unreachable source. */
export class MeshRequestState {
  readonly signal: AbortSignal;
  /** System error code of the failed connection to a source. */
  unreachable: string | undefined;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }
}

/** Wraps fetch: aborts with the Mesh request that caused it, and records whether the source could be reached. */
export function fetchWithState(fetchIt: Fetch): Fetch {
  return async (url, options, context, ...more) => {
    const errand = isObject(context) && context.errand instanceof MeshRequestState ? context.errand : undefined;
    if (errand === undefined) return fetchIt(url, options, context, ...more);
    const signal = AbortSignal.any([...signalsOf(options), errand.signal]);
    try {
      return await fetchIt(url, { ...options, signal }, context, ...more);
    } catch (error) {
      errand.unreachable = codeOf(error);
      throw error;
    }
  };
}
