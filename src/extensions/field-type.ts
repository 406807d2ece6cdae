import { didYouMean } from '../base/did-you-mean.ts';
import type { JsonSchema } from './manifest.ts';

/** A field's type as GraphQL spells it. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarName; readonly required: boolean }
  | { readonly kind: 'list'; readonly items: FieldType; readonly required: boolean };

export type ScalarName = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean';

/** JSON Schema keywords that narrow a scalar. */
export type Limits = Readonly<Record<string, unknown>>;

const scalarNames: readonly ScalarName[] = ['ID', 'String', 'Int', 'Float', 'Boolean'];

// What people write who think in JSON Schema or in databases; too far from GraphQL's names to be a typing error.
const otherNames: Readonly<Record<string, ScalarName>> = {
  integer: 'Int',
  number: 'Float',
  double: 'Float',
  bool: 'Boolean',
  text: 'String',
};

/** The type that a text such as `[Int!]!` spells, or why it spells none. */
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
  const other = otherNames[bare.toLowerCase()];
  const fix = other === undefined ? didYouMean(bare, scalarNames) : `Did you mean "${other}"?`;
  return { kind: 'wrong', what: `"${bare}" is not a type that a field can have`, fix };
}

/** The scalar that a type is made of, however deep in lists. */
export function scalarOf(type: FieldType): ScalarName {
  return type.kind === 'scalar' ? type.scalar : scalarOf(type.items);
}

/** Limits that have a meaning for a scalar. */
export function limitsOf(scalar: ScalarName): readonly string[] {
  switch (scalar) {
    case 'ID':
    case 'String':
      return ['minLength', 'maxLength', 'pattern', 'format', 'enum'];
    case 'Int':
    case 'Float':
      return ['minimum', 'maximum', 'enum'];
    case 'Boolean':
      return ['enum'];
  }
}

/** The JSON Schema of a type; the limits narrow its scalar. What comes as a text is never null. */
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

// One character that is not white space: what is missing and what is blank are the same to a shop.
function notBlank(limits: Limits): Limits {
  return limits.pattern === undefined
    ? { ...limits, pattern: '\\S' }
    : { ...limits, allOf: [{ type: 'string', pattern: '\\S' }] };
}

function nullable(schema: JsonSchema): JsonSchema {
  const choices = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...choices };
}
