import { parse } from 'node:querystring';
import { isObject } from '../base/is-object.ts';
import { parseNumber } from '../base/parse-number.ts';
import type { JsonSchema } from '../extensions/manifest.ts';

/** Text fields of a query string or form; a repeated one has all its values. */
export type TextFields = Readonly<Record<string, string | readonly string[]>>;

const noFields: TextFields = Object.freeze(Object.create(null));

/** The fields of `a=1&a=2&b=x`. The object has no prototype, so that no field's name means anything else. */
export function parseTextFields(text: string): TextFields {
  if (text === '') return noFields;
  // No limit on the number of keys: the default leaves out what comes after the thousandth without a word.
  const fields: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value = ''] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) fields[name] = value;
  return fields;
}

/**
 * Texts as the values that their schemas ask for: integers, numbers, booleans, and lists of those. What does not look like
 * the type is left as it is, for validation to refuse by name.
 */
export function coerceBySchema(fields: TextFields, schema: JsonSchema | undefined): Record<string, unknown> {
  const properties = recordOf(schema?.properties);
  const coerced: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    coerced[name] = Object.hasOwn(properties, name) ? coerceValue(value, recordOf(properties[name])) : value;
  }
  return coerced;
}

/**
 * As {@link coerceBySchema}, for an HTML form: its empty inputs are sent as empty texts, so an empty text for anything but
 * a string means that the field was left out.
 */
export function coerceForm(fields: TextFields, schema: JsonSchema | undefined): Record<string, unknown> {
  const properties = recordOf(schema?.properties);
  const given = Object.entries(fields).filter(([name, value]) => {
    return value !== '' || !Object.hasOwn(properties, name) || typesOf(recordOf(properties[name])).includes('string');
  });
  return coerceBySchema(Object.fromEntries(given), schema);
}

function coerceValue(value: string | readonly string[], schema: Readonly<Record<string, unknown>>): unknown {
  const types = typesOf(schema);
  if (types.includes('array')) {
    const entries = typeof value === 'string' ? [value] : value;
    return entries.map((entry) => coerceValue(entry, recordOf(schema.items)));
  }
  return typeof value === 'string' ? coerceText(value, types) : value;
}

function coerceText(text: string, types: readonly unknown[]): string | number | boolean {
  if (types.includes('string')) return text;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return types.includes('integer') || types.includes('number') ? (parseNumber(text) ?? text) : text;
}

function typesOf({ type }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
