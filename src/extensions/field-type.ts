import { didYouMean } from '#base';
import type { JsonSchema } from './files/check-schema.ts';

/** A GraphQL type of a field of route.json. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarName; readonly required: boolean }
  | { readonly kind: 'list'; readonly items: FieldType; readonly required: boolean };

export type ScalarName = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean';

/** Keywords of JSON Schema that restrict a scalar. */
export type Limits = Readonly<Record<string, unknown>>;

const scalarNames: readonly ScalarName[] = ['ID', 'String', 'Int', 'Float', 'Boolean'];

// Names of JSON Schema and databases, whose edit distance to GraphQL's names is too large.
const otherNames: Readonly<Record<string, ScalarName>> = {
  integer: 'Int',
  number: 'Float',
  double: 'Float',
  bool: 'Boolean',
  text: 'String',
};

/** Parses a type such as `[Int!]!`, or returns why it is none. */
export function parseFieldType(
  text: string,
): FieldType | { readonly kind: 'wrong'; readonly what: string; readonly fix: string } {
  if (text.length > 100)
    return { kind: 'wrong', what: 'is too long to be the spelling of a type', fix: 'Write e.g. "[String!]!".' };
  const required = text.endsWith('!');
  const bare = required ? text.slice(0, -1) : text;
  if (bare.startsWith('[') && bare.endsWith(']')) {
    const items = parseFieldType(bare.slice(1, -1));
    return items.kind === 'wrong' ? items : { kind: 'list', items, required };
  }
  const scalar = scalarNames.find((name) => name === bare);
  if (scalar !== undefined) return { kind: 'scalar', scalar, required };
  if (!/^\w+$/.test(bare)) {
    const fix = 'Write a type as GraphQL does: String, String!, [String!]!.';
    return { kind: 'wrong', what: `"${text}" is not the spelling of a type`, fix };
  }
  if (/^(?:upload|file)$/i.test(bare))
    return { kind: 'wrong', what: `"${bare}" is no type of a field`, fix: 'Describe files in "files", beside "body".' };
  const other = otherNames[bare.toLowerCase()];
  const fix = other === undefined ? didYouMean(bare, scalarNames) : `Did you mean "${other}"?`;
  return { kind: 'wrong', what: `"${bare}" is not a type that a field can have`, fix };
}

export function scalarOf(type: FieldType): ScalarName {
  return type.kind === 'scalar' ? type.scalar : scalarOf(type.items);
}

const limitsOfText = ['minLength', 'maxLength', 'pattern', 'format', 'enum'];
const limitsOfNumber = ['minimum', 'maximum', 'enum'];

export const limitsOf: Readonly<Record<ScalarName, readonly string[]>> = {
  ID: limitsOfText,
  String: limitsOfText,
  Int: limitsOfNumber,
  Float: limitsOfNumber,
  Boolean: ['enum'],
};

/** The JSON Schema of a type, with limits of its scalar. With `texts`, values come from a URL or form, never null. */
export function fieldSchema(type: FieldType, limits: Limits, from: { readonly texts?: true } = {}): JsonSchema {
  const schema =
    type.kind === 'list' ? { type: 'array', items: fieldSchema(type.items, limits, from) } : scalarSchema(type, limits);
  return type.required || from.texts ? schema : nullable(schema);
}

function scalarSchema(type: FieldType & { kind: 'scalar' }, limits: Limits): JsonSchema {
  switch (type.scalar) {
    case 'ID':
    case 'String':
      return type.required ? { type: 'string', ...notBlank(limits) } : { type: 'string', ...limits };
    case 'Int':
      return {
        type: 'integer',
        ...limits,
        minimum: Math.max(Number(limits.minimum ?? -(2 ** 31)), -(2 ** 31)),
        maximum: Math.min(Number(limits.maximum ?? 2 ** 31 - 1), 2 ** 31 - 1),
      };
    case 'Float':
      return { type: 'number', ...limits };
    case 'Boolean':
      return { type: 'boolean', ...limits };
  }
}

// Requires a character that is not white space: a blank value counts as missing.
function notBlank(limits: Limits): Limits {
  return limits.pattern === undefined
    ? { ...limits, pattern: '\\S' }
    : { ...limits, allOf: [{ type: 'string', pattern: '\\S' }] };
}

function nullable(schema: JsonSchema): JsonSchema {
  const choices = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...choices };
}
