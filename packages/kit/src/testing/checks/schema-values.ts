import { isObject, type JsonSchema } from 'stoa/tooling';
import { pick, seeded } from '../stand-in/seeded.ts';

const texts = ['a', 'Ann', 'ünïcode 𝒳', "'; drop table x; --", '<b>bold</b>', '%_\\', '"quoted"', 'x'.repeat(300)];
const formats: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  uri: 'https://example.com/',
  date: '2024-02-29',
  'date-time': '2024-02-29T12:00:00Z',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  time: '12:00:00Z',
};

/** A value for a JSON Schema, another one for each number. Keywords that it does not know may refuse it. */
export function schemaValue(schema: unknown, number: number, path = ''): unknown {
  if (!isObject(schema)) return 'anything';
  if ('const' in schema) return schema.const;
  const dice = seeded(number, path);
  if (Array.isArray(schema.enum)) return pick<unknown>(schema.enum, dice);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices !== undefined) return schemaValue(pick<unknown>(choices, dice), number, `${path}|`);
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (pick(types, dice)) {
    case 'null':
      return null;
    case 'boolean':
      return dice % 2 === 0;
    case 'integer':
      return Math.round(numberIn(schema, dice));
    case 'number':
      return numberIn(schema, dice);
    case 'array':
      return Array.from({ length: lengthIn(schema, ['minItems', 'maxItems'], dice % 4) }, (_, index) =>
        schemaValue(schema.items, number, `${path}[${index}]`),
      );
    case 'object':
      return objectFor(schema, number, path);
    default:
      return isObject(schema.properties) ? objectFor(schema, number, path) : textIn(schema, dice);
  }
}

function objectFor(schema: JsonSchema, number: number, path: string): object {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  // Now and then, what is optional is left out.
  const chosen = properties.filter(([name]) => required.includes(name) || seeded(number, path, name, '?') % 4 > 0);
  return Object.fromEntries(chosen.map(([name, each]) => [name, schemaValue(each, number, `${path}.${name}`)]));
}

// The ends of the range come often, since that is where mistakes are.
function numberIn(schema: JsonSchema, dice: number): number {
  const low = bound(schema.minimum) ?? after(schema.exclusiveMinimum, 1) ?? -1000;
  const high = bound(schema.maximum) ?? after(schema.exclusiveMaximum, -1) ?? Math.max(low + 10, 1000);
  const step = bound(schema.multipleOf) ?? 1;
  const value = [low, high, low + (dice % Math.max(high - low, 1))][dice % 3] ?? low;
  return Math.ceil(value / step) * step;
}

function textIn(schema: JsonSchema, dice: number): string {
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  const text = format ?? pick(texts, dice) ?? 'a';
  const length = lengthIn(schema, ['minLength', 'maxLength'], [...text].length);
  const characters = [...text.padEnd(length, 'a')];
  return characters.slice(0, length).join('');
}

function lengthIn(schema: JsonSchema, [low, high]: readonly [string, string], wanted: number): number {
  return Math.max(bound(schema[low]) ?? 0, Math.min(wanted, bound(schema[high]) ?? wanted));
}

function bound(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function after(value: unknown, step: number): number | undefined {
  return typeof value === 'number' ? value + step : undefined;
}

/** Bodies that are near to a right one, and mostly wrong. */
export function brokenBodies(body: unknown): readonly unknown[] {
  const anything = [null, [], 'text', 7, {}];
  if (!isObject(body)) return anything;
  const wrong = [null, '', ' ', -1, 1.5, 2 ** 53, true, [], {}, [{}], 'a\0b'];
  return [
    ...anything,
    ...Object.keys(body).flatMap((name) => {
      const { [name]: _, ...rest } = body;
      return [rest, ...wrong.map((value) => ({ ...body, [name]: value }))];
    }),
    { ...body, __proto__of: 1, 'unknown key': { deep: [[]] } },
  ];
}
