import { languageOf, type Shop } from '#extension-ui';

/** Scripts of living languages that are written from right to left (Unicode, ScriptMetadata.txt). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** Currencies of ISO 4217 with other than two decimals. Those of `Intl` change with the version of Node. */
const decimals: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? 2;
}

const inOthers = new WeakMap<Shop, Map<string, Shop>>();
const bases = new WeakMap<Shop, Shop>();

/** The facts of which these are those in one locale. */
export function baseOf(shop: Shop): Shop {
  return bases.get(shop) ?? shop;
}

/** The facts about the shop in one of its locales. Undefined stands for the default. */
export function shopIn(given: Shop, locale: string | undefined): Shop {
  if (locale === undefined || locale === given.locale) return given;
  const shop = baseOf(given);
  if (locale === shop.locale) return shop;
  const others = inOthers.get(shop) ?? new Map<string, Shop>();
  inOthers.set(shop, others);
  const known = others.get(locale);
  if (known !== undefined) return known;
  const tagline = shop.taglines?.[locale] ?? shop.taglines?.[languageOf(locale)] ?? shop.tagline;
  const found = { ...shop, tagline, locale, direction: directionOf(locale) };
  others.set(locale, found);
  bases.set(found, shop);
  return found;
}
