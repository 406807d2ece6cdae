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

/** The field of a type. The query has been validated. */
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

export function compositeType(schema: GraphQLSchema, name: string): GraphQLCompositeType {
  return asComposite(schema.getType(name));
}

export function asComposite(type: GraphQLNamedType | undefined): GraphQLCompositeType {
  if (!isCompositeType(type)) throw new Error(`${String(type)} has no fields`);
  return type;
}

/** Whether objects of the type satisfy a type condition. */
export function meets(schema: GraphQLSchema, type: GraphQLObjectType, condition: GraphQLCompositeType): boolean {
  return type === condition || (!isObjectType(condition) && schema.isSubType(condition, type));
}

/**
 * The identity of a selection: field, arguments, and response shape. Selections with the same identity can share a
 * response key, even when their parents have different types.
 */
export function fieldIdentity(node: FieldNode, type: GraphQLOutputType): string {
  const given = (node.arguments ?? [])
    .map(({ name, value }) => `${name.value}: ${print(withSortedKeys(value))}`)
    .toSorted();
  const named = getNamedType(type);
  const shape = isLeafType(named) ? String(type) : String(type).replace(named.name, '{}');
  return `${node.name.value}(${given.join(', ')}) ${shape}`;
}

/** The order of an input object's keys has no meaning. */
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
