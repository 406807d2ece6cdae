import { parse } from 'node:querystring';
import { isObject, parseNumber } from '#base';
import type { JsonSchema } from '#extensions';

/** Text fields of a query string or form. A repeated field is a list. */
export type TextFields = Readonly<Record<string, string | readonly string[]>>;

const noFields: TextFields = Object.freeze(Object.create(null));

/** Parses `a=1&a=2&b=x`. The result has no prototype, so no field name is special. */
export function parseTextFields(text: string): TextFields {
  if (text === '') return noFields;
  // No limit on the number of keys: by default, the parser silently drops those after the thousandth.
  const fields: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value = ''] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) fields[name] = value;
  return fields;
}

/**
 * Converts texts to the types in their schemas: integers, numbers, booleans, and lists of them. Other texts stay as
 * they are, and validation refuses them by name.
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
 * Like {@link coerceBySchema}, for an HTML form. Forms send an empty text for an empty input, so an empty text
 * counts as absent unless the schema allows a string.
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
