/** Names of the session's cookie: over http, and over https, where browsers promise by the prefix that this host set it. */
export const sessionCookieNames = { plain: 'stoa_session', secure: '__Host-stoa_session' } as const;

/** A Cookie header without the session's: whoever has that could act as the shopper. Undefined when nothing is left. */
export function withoutSessionCookie(header: string): string | undefined {
  const names: readonly string[] = Object.values(sessionCookieNames);
  const kept = header.split(';').filter((pair) => !names.includes(cookieName(pair)));
  const text = kept.join(';').trim();
  return text === '' ? undefined : text;
}

/** The name in one `name=value` of a Cookie header. */
export function cookieName(pair: string): string {
  const equals = pair.indexOf('=');
  return (equals === -1 ? pair : pair.slice(0, equals)).trim();
}
