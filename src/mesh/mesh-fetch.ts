import { isObject } from '../base/is-object.ts';
import type { Fetch } from './mesh-modules.ts';

/** A query may hold a key. */
export function placeWithoutQuery(url: unknown): string {
  const text = isObject(url) && typeof url.url === 'string' ? url.url : String(url);
  return text.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}

/** The first line, with the system's own word for it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const [line = ''] = error.message.split('\n');
  const words = line.length > 300 ? `${line.slice(0, 300)} ...` : line;
  return code !== undefined && !words.includes(code) ? `${words} (${code})` : words;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

export function signalsOf(options: RequestInit | undefined): readonly AbortSignal[] {
  return options?.signal === undefined || options.signal === null ? [] : [options.signal];
}

/** What a request to Mesh tells the fetches that are made for it, and they tell it. */
export class MeshErrand {
  readonly signal: AbortSignal;
  /** The system's word for why a source could not be reached. */
  unreachable: string | undefined;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }
}

/** Whoever stops waiting for an answer stops what Mesh fetches for it; and whether a source could be reached at all is kept in mind. */
export function fetchForErrands(fetchIt: Fetch): Fetch {
  return async (url, options, context, ...more) => {
    const errand = isObject(context) && context.errand instanceof MeshErrand ? context.errand : undefined;
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
