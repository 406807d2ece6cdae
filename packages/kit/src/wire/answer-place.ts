import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

interface Found {
  readonly node: FieldNode;
  readonly parent: GraphQLNamedType;
}

/** The field, as `Type.field`, that gave what is at a path of a document's answer. */
export function fieldAt(
  schema: GraphQLSchema,
  document: DocumentNode,
  path: readonly (string | number)[],
): string | undefined {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  let selections: SelectionSetNode | undefined = operation.selectionSet;
  let type: GraphQLNamedType | null | undefined = schema.getRootType(operation.operation);
  let place: string | undefined;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const found: Found | undefined = selections && type ? find(selections, type, { key, schema }) : undefined;
    if (found === undefined) break;
    const name = found.node.name.value;
    place = `${found.parent.name}.${name}`;
    selections = found.node.selectionSet;
    const returned = fieldType(found.parent, name);
    type = returned && getNamedType(returned);
  }
  return place;
}

/** The gateway's documents have inline fragments, and no others. */
function find(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  { key, schema }: { readonly key: string; readonly schema: GraphQLSchema },
): Found | undefined {
  for (const node of selections) {
    if (node.kind === Kind.FIELD && (node.alias ?? node.name).value === key) return { node, parent: type };
    if (node.kind !== Kind.INLINE_FRAGMENT) continue;
    const condition = node.typeCondition && schema.getType(node.typeCondition.name.value);
    const found = find(node.selectionSet, condition ?? type, { key, schema });
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldType(type: GraphQLNamedType, name: string): GraphQLOutputType | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name]?.type : undefined;
}
