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
  const { cause } = error;
  const code = 'code' in error ? error.code : cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const [line = ''] = error.message.split('\n');
  const words = line.length > 300 ? `${line.slice(0, 300)} ...` : line;
  return typeof code === 'string' && !words.includes(code) ? `${words} (${code})` : words;
}

export function signalsOf(options: RequestInit | undefined): readonly AbortSignal[] {
  return options?.signal === undefined || options.signal === null ? [] : [options.signal];
}

/** Whoever stops waiting for an answer stops what Mesh fetches for it. */
export function withSignal(fetchIt: Fetch): Fetch {
  return (url, options, context, ...more) => {
    const asked = isObject(context) && context.signal instanceof AbortSignal ? [context.signal] : [];
    const signals = [...signalsOf(options), ...asked];
    if (signals.length === 0) return fetchIt(url, options, context, ...more);
    return fetchIt(url, { ...options, signal: AbortSignal.any(signals) }, context, ...more);
  };
}
