import { createAjv, isObject } from '#base';
import type { JsonSchema } from '#extensions';
import { resolveRef } from './embed-schema.ts';

/** A schema may refer to itself. */
const maxDepth = 8;

/**
 * A value that the schema accepts, the same each time: what the schema itself gives as an example or default, or made
 * from types and limits. Undefined when the made value is not accepted, as for a pattern.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const value = make(schema, { root: schema, name, depth: 0 });
  if (value === undefined) return undefined;
  return createAjv({ allErrors: false }).compile(schema)(structuredClone(value)) ? value : undefined;
}

interface Making {
  readonly root: JsonSchema;
  /** The field's name: an example of a text says what it stands for. */
  readonly name: string;
  readonly depth: number;
}

function make(schema: unknown, making: Making): unknown {
  if (!isObject(schema) || making.depth > maxDepth) return undefined;
  const given = [...listOf(schema.examples), schema.default, schema.const, ...listOf(schema.enum)];
  const own = given.find((each) => each !== undefined && each !== null);
  if (own !== undefined) return own;
  const deeper = { ...making, depth: making.depth + 1 };
  if (typeof schema.$ref === 'string') return make(resolveRef(making.root, schema.$ref), deeper);
  const all = listOf(schema.allOf);
  if (all.length > 0) return makeAll([{ ...schema, allOf: undefined }, ...all], deeper);
  const [choice] = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choice !== undefined) return makeAll([{ ...schema, anyOf: undefined, oneOf: undefined }, choice], deeper);
  return makeTyped(schema, making);
}

/** The parts of objects together, or the first value of another type. */
function makeAll(schemas: readonly unknown[], making: Making): unknown {
  const values = schemas.map((each) => make(each, making)).filter((value) => value !== undefined);
  return values.every(isObject) ? Object.assign({}, ...values) : values.find((value) => !isObject(value));
}

function makeTyped(schema: JsonSchema, making: Making): unknown {
  const { type } = schema;
  switch (Array.isArray(type) ? type.find((each) => each !== 'null') : type) {
    case 'string':
      return makeText(schema, making.name);
    case 'integer':
    case 'number':
      return makeNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return makeList(schema, making);
    case 'object':
      return makeObject(schema, making);
    default:
      return isObject(schema.properties) ? makeObject(schema, making) : undefined;
  }
}

function makeObject(schema: JsonSchema, making: Making): JsonSchema {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const made = properties.map(
    ([name, each]) => [name, make(each, { ...making, name, depth: making.depth + 1 })] as const,
  );
  return Object.fromEntries(made.filter(([, value]) => value !== undefined));
}

function makeList(schema: JsonSchema, making: Making): readonly unknown[] {
  const item = make(schema.items, { ...making, depth: making.depth + 1 });
  const count = Math.max(numberOf(schema.minItems) ?? 0, 1);
  return item === undefined ? [] : Array.from({ length: count }, () => item);
}

function makeNumber(schema: JsonSchema): number {
  const least = numberOf(schema.minimum) ?? (numberOf(schema.exclusiveMinimum) ?? 0) + 1;
  const most = numberOf(schema.maximum) ?? (numberOf(schema.exclusiveMaximum) ?? Infinity) - 1;
  const step = numberOf(schema.multipleOf);
  const value = Math.min(least, most);
  return step === undefined ? value : Math.ceil(value / step) * step;
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ann@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  'uri-reference': '/path',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
};

function makeText({ format, minLength, maxLength }: JsonSchema, name: string): string {
  const known = typeof format === 'string' ? formats[format] : undefined;
  const text = known ?? (name === '' ? 'text' : name);
  return text.padEnd(numberOf(minLength) ?? 1, 'x').slice(0, numberOf(maxLength));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
