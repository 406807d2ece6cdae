import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { parseNumber } from '#base';

/** Whether a text can be a value of the type. For input objects it cannot. */
export function takesText(type: GraphQLInputType): boolean {
  return !isInputObjectType(getNamedType(type));
}

/** Converts a text to a variable's type. A list gets one item. Null for no value of the type, such as `page=abc`. */
export function coerceText(text: string, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return coerceText(text, type.ofType);
  if (isListType(type)) {
    const item = coerceText(text, type.ofType);
    return item === null ? null : [item];
  }
  if (isEnumType(type)) return type.getValues().some(({ name }) => name === text) ? text : null;
  return isScalarType(type) ? coerceScalar(text, type) : null;
}

function coerceScalar(text: string, type: GraphQLScalarType): unknown {
  if (type.name === 'Int') return integerOf(text);
  if (type.name === 'Float') return parseNumber(text) ?? null;
  if (type.name === 'Boolean') return text === 'true' ? true : text === 'false' ? false : null;
  try {
    // One invalid variable would fail the operation for all components.
    return type.parseValue(text) === undefined ? null : text;
  } catch {
    // The scalar rejects the text.
    return null;
  }
}

function integerOf(text: string): number | null {
  const number = parseNumber(text);
  if (number === undefined || !Number.isInteger(number)) return null;
  return number < -(2 ** 31) || number >= 2 ** 31 ? null : number;
}
