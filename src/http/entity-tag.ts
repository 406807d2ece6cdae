import { hash } from 'node:crypto';

/** A hash of a body, for an ETag and for caches. 132 bits: two bodies never share one. */
export function bodyHash(body: string | Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}

/** The hash of a page without texts that differ for each visit. `isShared`: the page has none of them. */
export function hashWithout(html: string, own: readonly (string | undefined)[]) {
  const said = own.reduce<string>((text, each) => (each === undefined ? text : text.replaceAll(each, '')), html);
  return { hash: bodyHash(said), isShared: said === html };
}

/** Whether `If-None-Match` names this ETag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((each) => {
    const known = each.trim().replace(/^W\//, '');
    return known === strong || known === '*';
  });
}
