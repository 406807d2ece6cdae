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

/** Is there any text that could be a value of the type? An input object has none. */
export function takesText(type: GraphQLInputType): boolean {
  return !isInputObjectType(getNamedType(type));
}

/**
 * A text as the variable that a type asks for; one text makes a list of one. Null when it is no value of the type: an
 * address may say `page=abc`.
 */
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
    // What cannot be read must not come to the operation: one bad variable would end it for all components.
    return type.parseValue(text) === undefined ? null : text;
  } catch {
    // The scalar's own way to say that the text is none of its values.
    return null;
  }
}

function integerOf(text: string): number | null {
  const number = parseNumber(text);
  if (number === undefined || !Number.isInteger(number)) return null;
  return number < -(2 ** 31) || number >= 2 ** 31 ? null : number;
}
