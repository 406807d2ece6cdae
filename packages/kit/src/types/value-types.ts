import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
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

interface FieldSet {
  readonly schema: GraphQLSchema;
  /** The type's name. */
  readonly type: string;
  /** The fields of a `@key` or `@requires`. */
  readonly selection: SelectionSetNode;
  /** Whether the gateway gives the object to a resolver, or a resolver returns it. */
  readonly how: 'received' | 'returned';
}

/** The type of an object that has the fields of a `@key` or `@requires`. */
export function fieldSetType({ schema, type: name, selection, how }: FieldSet): string {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInterfaceType(type)) return 'object';
  const properties = selection.selections.flatMap((node) => {
    // Fields of a fragment are there for some objects only.
    if (node.kind !== Kind.FIELD) return [];
    const field = type.getFields()[node.name.value];
    if (field === undefined) return [];
    const named = (inner: GraphQLNamedType): string => {
      if (node.selectionSet !== undefined)
        return fieldSetType({ schema, type: inner.name, selection: node.selectionSet, how });
      const scalar = how === 'returned' ? returnedScalar(inner.name) : undefined;
      return scalar ?? (isLeafType(inner) ? receivedLeaf(inner) : 'unknown');
    };
    return [`readonly ${propertyName(node.name.value)}: ${wrapped(field.type, named)}`];
  });
  return properties.length === 0 ? 'object' : `{ ${properties.join('; ')} }`;
}
