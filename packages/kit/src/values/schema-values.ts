import fc from 'fast-check';
import { isObject, type JsonSchema } from 'stoa/tooling';

/** A value for a JSON Schema, another one for each seed. Keywords that it does not know may refuse it. */
export function schemaValue(schema: unknown, seed: number): unknown {
  return fc.sample(schemaValues(schema), { seed, numRuns: 1 })[0];
}

function schemaValues(schema: unknown): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.constant('anything');
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown[]>(...schema.enum);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices !== undefined) return fc.oneof(...choices.map(schemaValues));
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => valuesOf(type, schema)));
}

function valuesOf(type: unknown, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'array':
      return fc.array(schemaValues(schema.items), lengthsOf(schema, ['minItems', 'maxItems'], 3));
    default:
      return type === 'object' || isObject(schema.properties) ? objectsOf(schema) : textsOf(schema);
  }
}

function objectsOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const requiredKeys = properties.flatMap(([name]) => (required.includes(name) ? [name] : []));
  const members = properties.map(([name, each]) => [name, schemaValues(each)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}

/** fast-check takes the ends of a range often, since that is where mistakes are. */
function numbersOf(schema: JsonSchema): fc.Arbitrary<number> {
  const step = bound(schema.multipleOf) ?? 1;
  const low = bound(schema.minimum) ?? bound(schema.exclusiveMinimum, 1) ?? -1000;
  const high = bound(schema.maximum) ?? bound(schema.exclusiveMaximum, -1) ?? Math.max(low + 10 * step, 1000);
  const min = Math.ceil(low / step);
  return fc.integer({ min, max: Math.max(min, Math.floor(high / step)) }).map((steps) => steps * step);
}

const formats: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  uri: 'https://example.com/',
  date: '2024-02-29',
  'date-time': '2024-02-29T12:00:00Z',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  time: '12:00:00Z',
};
const hostile = ['ünïcode 𝒳', "'; drop table x; --", '<b>bold</b>', '%_\\', '"quoted"', 'x'.repeat(300)];

function textsOf(schema: JsonSchema): fc.Arbitrary<string> {
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (format !== undefined) return fc.constant(format);
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = lengthsOf(schema, ['minLength', 'maxLength']);
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.constantFrom('a', 'Ann'));
  // By characters, as JSON Schema counts them.
  return texts.map((text) => [...text.padEnd(minLength, 'a')].slice(0, Math.max(minLength, maxLength)).join(''));
}

interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

function lengthsOf(schema: JsonSchema, [low, high]: readonly [string, string], usual?: number): Lengths {
  const minLength = bound(schema[low]) ?? 0;
  const maxLength = bound(schema[high]) ?? (usual === undefined ? undefined : minLength + usual);
  return { minLength, ...(maxLength !== undefined && { maxLength: Math.max(minLength, maxLength) }) };
}

function bound(value: unknown, step = 0): number | undefined {
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
