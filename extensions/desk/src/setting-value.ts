import { refuse } from '@stoa/desk-ui/forms';
import { moneyOf, moneyText } from '@stoa/desk-ui/money';
import { StoaError } from 'stoa';
import { objectOf, type Shape } from './setting-shape.ts';

/** What a form has sent, as texts by the names of its fields. */
export type SentTexts = Readonly<Record<string, unknown>>;

/**
 * The value that a form's fields stand for: `value/0/amount` is in the first row of `value`. Undefined where all are
 * empty. A text that does not fit stays a text, which the schema refuses. Throws SyntaxError for what is no JSON, and
 * BAD_USER_INPUT at its field for what is no amount of money, and for a name that is missing or there twice.
 */
export function readValue(shape: Shape, texts: SentTexts, path: string): unknown {
  const text = textAt(texts, path);
  switch (shape.kind) {
    case 'fields':
      return filled(shape.fields.map(({ name, shape: of }) => [name, readValue(of, texts, `${path}/${name}`)]));
    case 'rows': {
      const rows = rowsOf(texts, path).map((row) => readValue(shape.of.shape, texts, row));
      return rows.some((row) => row !== undefined) ? rows.filter((row) => row !== undefined) : undefined;
    }
    case 'named':
      return filled(
        [...namedRows(texts, path)].map(([name, row]) => [name, readValue(shape.of.shape, texts, `${row}/value`)]),
      );
    case 'either':
      return readValue(shape.many, texts, path) ?? readValue(shape.one, texts, path);
    case 'list':
      return text === undefined
        ? undefined
        : entriesOf(text).map((one) => (shape.of === 'number' ? numberOf(one) : one));
    case 'money':
      return text === undefined || text.trim() === '' ? undefined : readMoney(shape, text, path);
    default:
      return text === undefined || text === '' ? undefined : readOne(shape.kind, text);
  }
}

type MoneyShape = Extract<Shape, { kind: 'money' }>;

function readMoney({ min, max, ...shop }: MoneyShape, text: string, field: string): number {
  const money = moneyOf(text, shop, field, 'setting.noAmount');
  if (money >= min && money <= max) return money;
  const [key, limit] = money < min ? ['setting.tooLittle', min] : ['setting.tooMuch', max];
  const message = { text: key, values: { amount: moneyText(limit, shop) } };
  throw new StoaError('BAD_USER_INPUT', message, { fields: { [field]: message } });
}

function readOne(kind: Shape['kind'], text: string): unknown {
  if (kind === 'number') return numberOf(text);
  if (kind === 'boolean') return text === 'true';
  return kind === 'json' ? JSON.parse(text) : text;
}

/** The rows that are filled in, by name. */
function namedRows(texts: SentTexts, path: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const row of rowsOf(texts, path).filter((each) => isFilled(texts, each))) {
    const name = textAt(texts, `${row}/name`) ?? '';
    if (name === '') refuse(`${row}/name`, 'setting.noName');
    if (named.has(name)) refuse(`${row}/name`, 'setting.twice');
    named.set(name, row);
  }
  return named;
}

/** Whether a row has anything in it. Browsers send black for a colour that was not chosen. */
export function isFilled(texts: SentTexts, row: string): boolean {
  return Object.keys(texts).some(
    (name) => name.startsWith(`${row}/`) && !['', '#000000'].includes(textAt(texts, name) ?? ''),
  );
}

/** A row whose box is ticked goes away. */
export function rowsOf(texts: SentTexts, path: string): readonly string[] {
  return sentRows(texts, path).filter((row) => textAt(texts, `${row}/remove`) === undefined);
}

/** The paths of all rows that a form has sent. */
export function sentRows(texts: SentTexts, path: string): readonly string[] {
  const below = Object.keys(texts).filter((name) => name.startsWith(`${path}/`));
  return [...new Set(below.map((name) => `${path}/${name.slice(path.length + 1).split('/', 1)[0]}`))];
}

/** Undefined where no field is filled in. Beside others that are, an empty list stays, since it may be meant. */
function filled(entries: readonly (readonly [string, unknown])[]): object | undefined {
  const given = entries.filter(([, value]) => value !== undefined);
  const isEmpty = given.every(([, value]) => Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : Object.fromEntries(given);
}

// Browsers send the end of a line as two characters.
export function textAt(texts: SentTexts, path: string): string | undefined {
  const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
  return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined;
}

export function entriesOf(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** A text that is no number stays what it is: the schema refuses it. */
function numberOf(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** A value as the text of one field. */
export function textOf(value: unknown, shape: Shape): string {
  const { kind } = shape;
  if (value === null || value === undefined) return '';
  if (shape.kind === 'money' && typeof value === 'number') return moneyText(value, shape);
  if (kind === 'list' && Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The values below a value, by key. */
export function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(objectOf(value));
}

/** `freeFrom` is read as "Free from" where its owner has no label for it. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
