/**
 * Removes scheme and host from a request target in absolute form, as clients send it to proxies. It does not parse,
 * because URL would resolve `..` and encode again, and routes match the exact path.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
