/**
 * Texts of an extension, as they are compiled when the shop is built: finding and formatting them. Runs in the browser,
 * too, and parses nothing. Extensions see only what `extension-api.ts` exports again.
 */
import type { ReactNode } from 'react';
import type { Shop } from './extension-locale.ts';

/** A text of `texts/<locale>.json`, compiled. Plain data. */
export type Message = string | readonly MessagePart[];

export type MessagePart =
  | string
  | { readonly arg: string }
  /** A currency without a name is the shop's. `minus` and `scale` come before. */
  | {
      readonly arg: string;
      readonly number: Intl.NumberFormatOptions;
      readonly minus?: number;
      readonly scale?: number;
    }
  | { readonly arg: string; readonly time: Intl.DateTimeFormatOptions }
  | { readonly arg: string; readonly plural: Choices; readonly minus?: number; readonly type: 'cardinal' | 'ordinal' }
  | { readonly arg: string; readonly select: Choices }
  | { readonly tag: string; readonly content: Message };

type Choices = Readonly<Record<string, Message>>;

/** By locale, as the files are called, then by key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, Message>>>>;

/** What of the shop decides the words and their form. */
export type TextFacts = Pick<Shop, 'locale' | 'locales' | 'currency' | 'decimals' | 'timeZone'>;

export interface FoundText {
  readonly message: Message;
  /** Of these words. It differs from the page's where the text is missing there. */
  readonly locale: string;
}

/** The values of a text's arguments. A tag's value wraps the words between its marks. */
export type TextValues = Readonly<Record<string, unknown>>;

/** Finds a text in the locale, else in its language, then in the default, then in any. Undefined for an unknown key. */
export function findText(texts: Texts, key: string, { locale, locales }: TextFacts): FoundText | undefined {
  const [standard = locale] = locales;
  for (const wanted of [locale, standard]) {
    for (const name of [wanted, languageOf(wanted)]) {
      const message = own(texts, name, key);
      if (message !== undefined) return { message, locale: wanted };
    }
  }
  for (const name of ['en', ...Object.keys(texts)]) {
    const message = own(texts, name, key);
    if (message !== undefined) return { message, locale: name };
  }
  return undefined;
}

function own(texts: Texts, name: string, key: string): Message | undefined {
  const of = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined;
}

/** `de` of `de-AT`. */
export function languageOf(locale: string): string {
  return locale.split('-', 1)[0] ?? locale;
}

/** Writes the texts of an extension as plain texts. Throws for a key that it does not have. */
export function textsIn(texts: Texts, facts: TextFacts): (key: string, values?: TextValues) => string {
  return (key, values) => {
    const found = findText(texts, key, facts);
    if (found === undefined) throw unknownText(key);
    return formatText(found, values, facts).join('');
  };
}

export function unknownText(key: string): Error {
  return new Error(`texts/ has no text "${key}"`);
}

/** The pieces of a text: strings, and what the values of tags make of theirs. Throws when an argument is missing. */
export function formatText(
  { message, locale }: FoundText,
  values: TextValues = {},
  facts: Pick<TextFacts, 'currency' | 'decimals' | 'timeZone'>,
): readonly ReactNode[] {
  if (typeof message === 'string') return [message];
  const write = (content: Message): readonly ReactNode[] => formatText({ message: content, locale }, values, facts);
  return message.flatMap((part) => {
    if (typeof part === 'string') return part;
    if ('tag' in part) {
      const wrap = values[part.tag];
      return typeof wrap === 'function' ? [wrap(write(part.content))] : write(part.content);
    }
    const value = values[part.arg];
    if (value === undefined || value === null) throw new Error(`a text needs a value for "${part.arg}"`);
    if ('select' in part) return write(part.select[String(value)] ?? part.select.other ?? '');
    if ('plural' in part) return write(choosePlural(part, Number(value), locale));
    if ('time' in part) return timeFormat(locale, { timeZone: facts.timeZone, ...part.time }).format(dateOf(value));
    if (!('number' in part)) return typeof value === 'number' ? numberFormat(locale, {}).format(value) : String(value);
    const { number, minus = 0, scale = 1 } = part;
    const isShops = number.style === 'currency' && (number.currency ?? facts.currency) === facts.currency;
    const options = isShops ? { ...currencyOptions(facts), ...number } : number;
    return numberFormat(locale, options).format((Number(value) - minus) * scale);
  });
}

/** For `Intl`, whose own decimals change with the version of Node and of a browser. */
export function currencyOptions({
  currency,
  decimals,
}: Pick<TextFacts, 'currency' | 'decimals'>): Intl.NumberFormatOptions {
  return { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function choosePlural(
  { plural, type, minus = 0 }: Extract<MessagePart, { readonly plural: Choices }>,
  count: number,
  locale: string,
): Message {
  return plural[`=${count}`] ?? plural[pluralRules(locale, type).select(count - minus)] ?? plural.other ?? '';
}

function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value));
}

const numberFormat = remembered((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const timeFormat = remembered(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const pluralRules = remembered((locale, type: 'cardinal' | 'ordinal') => new Intl.PluralRules(locale, { type }));

/** Creating a formatter costs more than rendering a page. Texts have few different ones. */
function remembered<Options, Made>(make: (locale: string, options: Options) => Made) {
  const made = new Map<string, Made>();
  return (locale: string, options: Options): Made => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key) ?? make(locale, options);
    made.set(key, known);
    return known;
  };
}
