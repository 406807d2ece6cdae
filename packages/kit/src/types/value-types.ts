import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
} from 'graphql';
import { comment, listText, literalText, propertyName, unionText } from './text.ts';

/** Scalars that a client or a resolver receives. */
const received: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

/** A leaf as it is in JSON. A scalar of an extension's own may be anything. */
export function receivedLeaf(type: GraphQLLeafType): string {
  if (isEnumType(type)) return unionText(type.getValues().map(({ name }) => literalText(name)));
  return received[type.name] ?? 'unknown';
}

/** A scalar of GraphQL that a resolver returns. Undefined for other types. */
export function returnedScalar(name: string): string | undefined {
  return name === 'ID' ? 'string | number' : received[name];
}

interface Modifiers {
  /** What stands for an absent value: `null`, or `null | undefined`. */
  readonly absent: string;
}

/** A type with its lists and nulls. */
export function wrapped<Type extends GraphQLOutputType | GraphQLInputType>(
  type: Type,
  named: (type: GraphQLNamedType) => string,
  modifiers: Modifiers,
): string {
  if (isNonNullType(type)) return present(type.ofType, named, modifiers);
  const text = present(type, named, modifiers);
  return text === 'unknown' ? text : `${text} | ${modifiers.absent}`;
}

function present(
  type: GraphQLOutputType | GraphQLInputType,
  named: (type: GraphQLNamedType) => string,
  modifiers: Modifiers,
): string {
  if (isListType(type)) return listText(wrapped(type.ofType, named, modifiers));
  return named(getNamedType(type));
}

/** Arguments, or fields of an input type: one property each. */
export function inputProperties(
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
  named: (type: GraphQLNamedType) => string,
  indent: string,
): readonly string[] {
  return inputs.map(({ name, type, defaultValue, description }) => {
    const mayBeAbsent = !isNonNullType(type) && defaultValue === undefined;
    const text = wrapped(type, named, { absent: 'null' });
    return `${comment(description, indent)}${indent}readonly ${propertyName(name)}${mayBeAbsent ? '?' : ''}: ${text};`;
  });
}
