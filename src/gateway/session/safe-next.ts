const longest = 2000;
const elsewhere = 'http://stoa.invalid';

/**
 * The path that a `next` parameter asks for, percent-encoded; undefined unless it is one of this shop's own. Browsers read
 * `//host`, `/\host` and `/<tab>/host` as other hosts, and `javascript:` as code.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || next.length > longest || !next.isWellFormed()) return undefined;
  if (!next.startsWith('/') || next.startsWith('//') || next.includes('\\') || hasControls(next)) return undefined;
  const url = URL.parse(next, elsewhere);
  // Resolved as the browser will: dots are gone, and must not have left two slashes at the beginning.
  if (url === null || url.origin !== elsewhere || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
