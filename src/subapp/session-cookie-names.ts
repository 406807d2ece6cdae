/** Names of the session's cookie: over http, and over https, where browsers promise by the prefix that this host set it. */
export const sessionCookieNames = { plain: 'stoa_session', secure: '__Host-stoa_session' } as const;

/** How the names of consoles' cookies begin. Browsers send them to every port of the machine, a shop's own too. */
export const consoleCookiePrefix = 'stoa_console';

/**
 * A Cookie header without the session's and the console's: whoever has those could act as the shopper, or as the operator.
 * Undefined when nothing is left.
 */
export function withoutSessionCookie(header: string): string | undefined {
  const names: readonly string[] = Object.values(sessionCookieNames);
  const kept = header.split(';').filter((pair) => {
    const name = cookieName(pair);
    return !names.includes(name) && !name.startsWith(consoleCookiePrefix);
  });
  const text = kept.join(';').trim();
  return text === '' ? undefined : text;
}

/** The name in one `name=value` of a Cookie header. */
export function cookieName(pair: string): string {
  const equals = pair.indexOf('=');
  return (equals === -1 ? pair : pair.slice(0, equals)).trim();
}
