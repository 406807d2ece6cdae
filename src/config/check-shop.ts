import { type Finding, pointerTo } from '#base';
import { type ConfigView, findingAt } from './config-view.ts';

/** Checks the address, and what only the tables of `Intl` know: locale, currency, country and time zone. */
export function checkShop(view: ConfigView): readonly Finding[] {
  const checks: readonly (readonly [name: string, isKnown: (text: string) => boolean, fix: string])[] = [
    ['locale', isLocale, 'Write language and region, e.g. en-IE, de-DE or ar-EG.'],
    [
      'currency',
      (text) => Intl.supportedValuesOf('currency').includes(text),
      'Write an ISO 4217 code, e.g. EUR or USD.',
    ],
    ['country', isCountry, 'Write an ISO 3166 code, e.g. IE or GB.'],
    ['timeZone', isTimeZone, 'Write an IANA name, e.g. Europe/Dublin or UTC.'],
  ];
  return [
    ...checkUrl(view),
    ...checkLocales(view),
    ...checks.flatMap(([name, isKnown, fix]) => {
      const pointer = `/shop/${name}`;
      const text = view.textAt(pointer);
      if (text === undefined || isKnown(text)) return [];
      const what = `"shop.${name}" is ${view.quote(pointer)}, which is not known`;
      return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
    }),
  ];
}

/** Each locale is known and there once, the default is among them, and no page has a path below one of them. */
function checkLocales(view: ConfigView): readonly Finding[] {
  const pointers = view.keysAt('/shop/locales').map((index) => `/shop/locales/${index}`);
  const locale = view.textAt('/shop/locale') ?? '';
  if (pointers.length === 0 || !isLocale(locale)) return [];
  const unknown = pointers.filter((pointer) => !isLocale(view.textAt(pointer) ?? ''));
  if (unknown.length > 0)
    return unknown.map((pointer) => {
      const what = `"shop.locales" has ${view.quote(pointer)}, which is not known`;
      return findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: 'Write e.g. de, de-AT or ar.' });
    });
  const findings: Finding[] = [];
  const prefixes = new Map<string, string>();
  for (const pointer of pointers) {
    const [canonical = ''] = Intl.getCanonicalLocales(view.textAt(pointer));
    const what = `"shop.locales" has ${view.quote(pointer)} twice`;
    if (prefixes.has(canonical))
      findings.push(findingAt(view, pointer, { code: 'CONFIG_DUPLICATE', what, fix: 'Remove one of them.' }));
    prefixes.set(canonical, pointer);
  }
  const [standard = ''] = Intl.getCanonicalLocales(locale);
  if (!prefixes.delete(standard)) {
    const what = `"shop.locales" does not have "${standard}", which is the default ("shop.locale")`;
    const fix = `Add ${standard}, or write one of them as "locale".`;
    findings.push(findingAt(view, '/shop/locales', { code: 'CONFIG_INVALID', what, fix, target: 'key' }));
  }
  for (const group of view.keysAt('/pages')) {
    const pointer = `${pointerTo('/pages', group)}/path`;
    const first = view.textAt(pointer)?.split('/')[1] ?? '';
    if (!prefixes.has(first)) continue;
    const what = `the path ${view.quote(pointer)} begins with a locale of the shop, which the gateway takes away`;
    findings.push(findingAt(view, pointer, { code: 'PAGE_PATH_RESERVED', what, fix: 'Choose another path.' }));
  }
  return findings;
}

function checkUrl(view: ConfigView): readonly Finding[] {
  const pointer = '/shop/url';
  const text = view.textAt(pointer) ?? '';
  const url = URL.parse(text);
  const isOrigin = url !== null && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
  if (text === '' || isOrigin) return [];
  const what = `"shop.url" is ${view.quote(pointer)}, which is not scheme and host alone`;
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: 'Write e.g. https://shop.example.com.' })];
}

function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false; // RangeError: not the form of a tag
  }
}

// `Intl` has names for these as well: unions, codes of tests, and "Unknown Region".
const noCountries: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];

/** The schema reports what has not the form of a code. Older codes are not known: UK is GB. */
function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text)) return true;
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text);
  return name !== undefined && new Intl.Locale(`und-${text}`).region === text && !noCountries.includes(text);
}

/** Whether the text is an IANA name. */
function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // RangeError: no such zone
  }
}
