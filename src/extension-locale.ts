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

/** A colour as `#rrggbb`, or one for light and one for dark screens. */
export type Colour = string | { readonly light: string; readonly dark: string };

/** Facts about the shop, from `shop` in gateway.yaml. A merchant may have changed name, texts, logo and colours. */
export interface Shop {
  readonly name: string;
  /** In the locale of the page or answer, where the shop has it. */
  readonly tagline?: string | undefined;
  /** The taglines of other locales. */
  readonly taglines?: Readonly<Record<string, string>> | undefined;
  /** A path of the shop. */
  readonly logo?: string | undefined;
  /** By name. Pages have them as custom properties: `accent` is `--colour-accent`. */
  readonly colours?: Readonly<Record<string, Colour>> | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** The postal address. */
  readonly address?: string | undefined;
  /** Scheme and host: `https://shop.example`. Undefined where gateway.yaml has none, as in development. */
  readonly url?: string | undefined;
  /** The locale of the page or answer, as a BCP 47 tag: `en-IE`. */
  readonly locale: string;
  /** All locales of the shop. The first is the default, whose addresses have no prefix. */
  readonly locales: readonly string[];
  /** In which direction the locale is written. */
  readonly direction: 'ltr' | 'rtl';
  /** The currency of all prices: ISO 4217. */
  readonly currency: string;
  /** How many decimals an amount of the currency has by ISO 4217: 2 in euros, 0 in yen, 3 in dinars of Kuwait. */
  readonly decimals: number;
  /** Where the shop is: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** IANA name: `Europe/Dublin`. */
  readonly timeZone: string;
}

/** Menus by name. Plain data. */
export type MenuEntries = Readonly<Record<string, readonly Omit<MenuEntry, 'isHere'>[]>>;

/** A page that is an entry of a menu. */
export interface MenuEntry {
  /** Name of the page group. */
  readonly routeId: string;
  /** In the words of the extension that brings the page. */
  readonly label: string;
  /** With the prefix of the page's locale. */
  readonly path: string;
  /** Entries of one group follow each other. */
  readonly group: string | undefined;
  /** Whether it is this page, or the nearest entry above it. */
  readonly isHere: boolean;
}

/** Says which entry is the page at this path: the one with the longest path that is this page's, or above it. */
export function markHere(entries: MenuEntries[string], path: string): readonly MenuEntry[] {
  const above = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  const [here] = above.toSorted((a, b) => b.path.length - a.path.length);
  return entries.map((entry) => ({ ...entry, isHere: entry === here }));
}
