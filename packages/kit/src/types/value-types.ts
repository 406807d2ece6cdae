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

/** A type with its lists and nulls. `absent` stands for an absent value. */
export function wrapped<Type extends GraphQLOutputType | GraphQLInputType>(
  type: Type,
  named: (type: GraphQLNamedType) => string,
  absent = 'null',
): string {
  const present: GraphQLOutputType | GraphQLInputType = isNonNullType(type) ? type.ofType : type;
  const text = isListType(present) ? listText(wrapped(present.ofType, named, absent)) : named(getNamedType(present));
  return isNonNullType(type) || text === 'unknown' ? text : `${text} | ${absent}`;
}

/** Arguments, or fields of an input type: one property each. */
export function inputProperties(
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
  named: (type: GraphQLNamedType) => string,
  indent: string,
): readonly string[] {
  return inputs.map(({ name, type, defaultValue, description }) => {
    const mayBeAbsent = !isNonNullType(type) && defaultValue === undefined;
    const text = wrapped(type, named);
    return `${comment(description, indent)}${indent}readonly ${propertyName(name)}${mayBeAbsent ? '?' : ''}: ${text};`;
  });
}
