import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { propertyName } from './text.ts';
import { receivedLeaf, returnedScalar, wrapped } from './value-types.ts';

export interface FieldSet {
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
