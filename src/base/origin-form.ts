/**
 * What stands in a request line without its scheme and host, which proxies are sent as well. Cut, not parsed: URL would resolve
 * `..` and re-encode, and paths are matched exactly.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
