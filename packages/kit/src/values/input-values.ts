import fc from 'fast-check';
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { isObject } from 'stoa/tooling';

export interface InputOptions {
  /** The name of the argument. */
  readonly field: string;
  /** Values of a scalar, by its name and that of the argument or field. */
  readonly scalar: (type: string, field: string) => fc.Arbitrary<unknown>;
  /** Whether what may be absent or null is so now and then. Otherwise it is absent always. */
  readonly optional?: boolean;
}

/** A type may have itself below it. */
const deepest = 4;

/** Values of an input type, as JSON. */
export function inputValues(type: GraphQLInputType, options: InputOptions, depth = 0): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return present(type.ofType, options, depth);
  const values = present(type, options, depth);
  return options.optional === true ? fc.option(values, { freq: 11 }) : values;
}

function present(type: GraphQLInputType, options: InputOptions, depth: number): fc.Arbitrary<unknown> {
  const { field, scalar, optional = false } = options;
  if (isNonNullType(type)) return present(type.ofType, options, depth);
  const isEnd = depth >= deepest;
  if (isListType(type)) {
    if (isEnd) return fc.constant([]);
    const lengths = optional ? { maxLength: 2 } : { minLength: 1, maxLength: 1 };
    return fc.array(inputValues(type.ofType, options, depth + 1), lengths);
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return scalar(type.name, field);
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField);
  const members = (optional && !isEnd ? fields : required).map(
    (each) => [each.name, inputValues(each.type, { ...options, field: each.name }, depth + 1)] as const,
  );
  const requiredKeys = required.map(({ name }) => name);
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}

/** A JSON value as a literal of the type. */
export function inputLiteral(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return inputLiteral(value, type.ofType);
  if (Array.isArray(value)) {
    const item = isListType(type) ? type.ofType : type;
    return `[${value.map((each) => inputLiteral(each, item)).join(', ')}]`;
  }
  if (isEnumType(type)) return String(value);
  if (!isObject(value)) return JSON.stringify(value);
  const fields = isInputObjectType(type) ? type.getFields() : {};
  const members = Object.entries(value).map(([name, member]) => {
    const own = fields[name]?.type;
    return `${name}: ${own === undefined ? JSON.stringify(member) : inputLiteral(member, own)}`;
  });
  return `{ ${members.join(', ')} }`;
}
