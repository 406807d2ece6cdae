import { nameOfCountry } from '@stoa/desk-ui/countries';
import type { Context } from '../../invoice-documents.gen.ts';

/** The texts and forms of the order's locale; of the shop's default where the shop has that locale no more. */
export function wordsOf({ shop, textIn }: Pick<Context, 'shop' | 'textIn'>, wanted: string) {
  const locale = shop.locales.includes(wanted) ? wanted : (shop.locales[0] ?? shop.locale);
  const { currency, decimals } = shop;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: shop.timeZone });
  const { language } = new Intl.Locale(locale);
  return {
    locale,
    direction: rtlLanguages.has(language) ? 'rtl' : 'ltr',
    text: textIn(locale),
    money: (units: number) => money.format(units / 10 ** decimals),
    /** Of basis points. */
    percent: (rate: number) => percent.format(rate / 10_000),
    number: (value: number) => numbers.format(value),
    day: (time: string) => days.format(new Date(time)),
    country: (code: string) => nameOfCountry(locale, code),
  } as const;
}

const rtlLanguages: ReadonlySet<string> = new Set(['ar', 'fa', 'ur']);

export type DocumentWords = ReturnType<typeof wordsOf>;
