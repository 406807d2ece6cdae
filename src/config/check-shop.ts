import type { Finding } from '#base';
import { type ConfigView, findingAt } from './config-view.ts';

/** Checks the address, and what only the tables of `Intl` know: locale, currency and time zone. */
export function checkShop(view: ConfigView): readonly Finding[] {
  const checks: readonly (readonly [name: string, isKnown: (text: string) => boolean, fix: string])[] = [
    ['locale', isLocale, 'Write language and region, e.g. en-IE, de-DE or ar-EG.'],
    [
      'currency',
      (text) => Intl.supportedValuesOf('currency').includes(text),
      'Write an ISO 4217 code, e.g. EUR or USD.',
    ],
    ['timeZone', isTimeZone, 'Write an IANA name, e.g. Europe/Dublin or UTC.'],
  ];
  return [
    ...checkUrl(view),
    ...checks.flatMap(([name, isKnown, fix]) => {
      const pointer = `/shop/${name}`;
      const text = view.textAt(pointer);
      if (text === undefined || isKnown(text)) return [];
      const what = `"shop.${name}" is ${view.quote(pointer)}, which is not known`;
      return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
    }),
  ];
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

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // RangeError: no such zone
  }
}

/** Scripts of living languages that are written from right to left (Unicode, ScriptMetadata.txt). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

/** The direction of a locale's script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}
