/**
 * How an address names a locale of the shop. Runs in the browser, too, and imports nothing. Extensions see only what
 * `extension-api.ts` exports again.
 */

/** The locale at the beginning of a path, and the path without it. Without a prefix, the locale is undefined. */
export function splitPath(
  locales: readonly string[],
  path: string,
): { readonly locale: string | undefined; readonly path: string } {
  const first = /^\/([^/?#]*)/.exec(path)?.[1];
  const locale = locales.find((each, index) => index > 0 && each === first);
  if (locale === undefined) return { locale, path };
  const rest = path.slice(locale.length + 1);
  return { locale, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The address of a path in one of the shop's locales: `/de/checkout`. The first is the default, without a prefix. */
export function pathIn(locales: readonly string[], locale: string, path: string): string {
  if (locale === locales[0]) return path;
  return `/${locale}${/^\/(?:$|[?#])/.test(path) ? path.slice(1) : path}`;
}

const languageNames = new Map<string, string>();

/** With the region where another locale has the same language. */
export function languageName(locale: string, locales: readonly string[]): string {
  const [language = locale] = locale.split('-');
  const isShared = locales.some((other) => other !== locale && other.split('-')[0] === language);
  const shown = isShared ? locale : language;
  const key = `${locale} ${shown}`;
  const name = languageNames.get(key) ?? new Intl.DisplayNames(locale, { type: 'language' }).of(shown) ?? shown;
  languageNames.set(key, name);
  return name;
}
