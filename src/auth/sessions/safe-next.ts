const longest = 2000;
const elsewhere = 'http://stoa.invalid';

/**
 * The path in a `next` parameter, percent-encoded; undefined unless it lies in this shop. Browsers read `//host`,
 * `/\host` and `/<tab>/host` as other hosts, and `javascript:` as code.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > longest || !next.isWellFormed()) return undefined;
  if (!next.startsWith('/') || next.startsWith('//') || next.includes('\\') || /\p{Cc}/u.test(next)) return undefined;
  const url = URL.parse(next, elsewhere);
  // Resolved as a browser resolves it. Removed dots must not leave two slashes at the beginning.
  if (url === null || url.origin !== elsewhere || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
