import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** The fields that a document, or a selection on a type, asks for, as `Type.field`, each with its first offset. */
export function usedFields(
  node: DocumentNode | SelectionSetNode,
  schema: GraphQLSchema,
  type?: GraphQLNamedType,
): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  const info = new TypeInfo(schema, isCompositeType(type) ? type : undefined);
  visit(
    node,
    visitWithTypeInfo(info, {
      [Kind.FIELD]: ({ loc }) => {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        const name = parent && field && `${parent.name}.${field.name}`;
        if (name && !fields.has(name)) fields.set(name, loc?.start ?? 0);
      },
    }),
  );
  return fields;
}
