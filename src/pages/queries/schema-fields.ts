import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type ObjectValueNode,
  print,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql';

const rootMetaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map([
  [SchemaMetaFieldDef.name, SchemaMetaFieldDef],
  [TypeMetaFieldDef.name, TypeMetaFieldDef],
]);

/** The field of a type that a query selects there; queries are checked before. */
export function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  const meta = parent === schema.getQueryType() ? rootMetaFields.get(name) : undefined;
  const field = meta ?? (isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined);
  if (field === undefined) throw new Error(`${parent.name} has no field ${name}`);
  return field;
}

/** The type that a type condition names. */
export function compositeType(schema: GraphQLSchema, name: string): GraphQLCompositeType {
  return asComposite(schema.getType(name));
}

export function asComposite(type: GraphQLNamedType | undefined): GraphQLCompositeType {
  if (!isCompositeType(type)) throw new Error(`${String(type)} has no fields`);
  return type;
}

/** Do objects of the type meet a type condition? */
export function meets(schema: GraphQLSchema, type: GraphQLObjectType, condition: GraphQLCompositeType): boolean {
  return type === condition || (!isObjectType(condition) && schema.isSubType(condition, type));
}

/**
 * What makes two selections of one object the same: field, arguments, and the shape of what comes back. Those of one
 * identity may always share a response key, also where their parents are different types.
 */
export function fieldIdentity(node: FieldNode, type: GraphQLOutputType): string {
  const given = (node.arguments ?? [])
    .map(({ name, value }) => `${name.value}: ${print(withSortedKeys(value))}`)
    .toSorted();
  const named = getNamedType(type);
  const shape = isLeafType(named) ? String(type) : String(type).replace(named.name, '{}');
  return `${node.name.value}(${given.join(', ')}) ${shape}`;
}

/** Input objects are the same in whatever order their keys are written. */
function withSortedKeys(value: ValueNode): ValueNode {
  return visit(value, {
    [Kind.OBJECT]: {
      leave: (node): ObjectValueNode => ({
        ...node,
        fields: node.fields.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1)),
      }),
    },
  });
}

export const typenameField: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: TypeNameMetaFieldDef.name },
};
