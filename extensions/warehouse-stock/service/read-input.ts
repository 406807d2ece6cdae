import type { Line } from './levels.ts';

/** What a request lacks. The answer is 400 with this message. */
export class InputError extends Error {}

type Body = Readonly<Record<string, unknown>>;

export function bodyOf(text: string): Body {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new InputError('The body must be an object.');
  return value;
}

/** An id of an order, a key or a SKU. */
export function nameIn(body: Body, field: string): string {
  const value = body[field];
  if (typeof value === 'string' && value !== '' && value.length <= 200) return value;
  throw new InputError(`"${field}" must be a text of 1 to 200 characters.`);
}

export function wholeIn(body: Body, field: string, least: number): number {
  const value = body[field];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= 2_000_000_000)
    return value;
  throw new InputError(`"${field}" must be a whole number from ${least}.`);
}

/** In milliseconds. */
export function timeIn(body: Body, field: string): number {
  const time = Date.parse(nameIn(body, field));
  if (Number.isNaN(time)) throw new InputError(`"${field}" must be a time such as 2026-01-31T12:00:00Z.`);
  return time;
}

/** At least one line, and one for each SKU. */
export function linesIn(body: Body): readonly Line[] {
  const { lines } = body;
  if (!Array.isArray(lines) || lines.length === 0) throw new InputError('"lines" must have at least one line.');
  const read = lines.map((line: unknown) => {
    if (!isRecord(line)) throw new InputError('A line must be an object.');
    return { sku: nameIn(line, 'sku'), quantity: wholeIn(line, 'quantity', 1) };
  });
  if (new Set(read.map(({ sku }) => sku)).size < read.length) throw new InputError('"lines" names a SKU twice.');
  return read;
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
