/**
 * Names of the session's cookie. With the prefix, used over https, browsers guarantee that this host set the cookie.
 */
export const sessionCookieNames = { plain: 'stoa_session', secure: '__Host-stoa_session' } as const;

/** Prefix of a console's cookie. Browsers send it to every port of the host, so to the shop too. */
export const consoleCookiePrefix = 'stoa_console';

/**
 * Removes the session's and the console's cookies from a Cookie header. With them, an extension could act as the
 * shopper or the operator. Undefined when none is left.
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

/** The name in a `name=value` pair of a Cookie header. */
export function cookieName(pair: string): string {
  const equals = pair.indexOf('=');
  return (equals === -1 ? pair : pair.slice(0, equals)).trim();
}
