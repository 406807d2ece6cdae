import { currencyOptions, type TextFacts } from './extension-text.ts';

/** How a shop writes prices, numbers and days. Runs in the browser, too. */

type FormatFacts = Pick<TextFacts, 'locale' | 'currency' | 'decimals' | 'timeZone'>;

/** How the shop writes prices, numbers and dates. */
export interface Format {
  /** A price in the shop's currency. */
  price(amount: number): string;
  /** The same price, counted in the currency's smallest unit: 1290 is "€12.90", and 1290 yen are "¥1,290". */
  money(units: number): string;
  number(value: number): string;
  /** The day of an ISO 8601 time, in the shop's time zone. */
  day(time: string): string;
}

/** By locale, currency and time zone. A process has few. */
const formats = new Map<string, Format>();

// Finding a locale's rules costs more than rendering a page.
export function formatOf({ locale, timeZone, ...facts }: FormatFacts): Format {
  const { currency, decimals } = facts;
  const key = `${locale} ${currency} ${timeZone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const money = new Intl.NumberFormat(locale, currencyOptions(facts));
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const format: Format = {
    price: (amount) => money.format(amount),
    money: (units) => money.format(units / 10 ** decimals),
    number: (value) => numbers.format(value),
    day: (time) => days.format(new Date(time)),
  };
  formats.set(key, format);
  return format;
}
