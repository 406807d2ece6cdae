import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The names at the top of a `@key`, `@requires` or `@provides`. */
export function selectedNames(selection: SelectionSetNode): readonly string[] {
  return selection.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
}

/** What a field set selects below one of its fields: empty for a leaf, undefined for a field that it lacks. */
export function selectedBelow(selection: SelectionSetNode | undefined, name: string): SelectionSetNode | undefined {
  const node = selection?.selections.find((entry) => entry.kind === Kind.FIELD && entry.name.value === name);
  if (node?.kind !== Kind.FIELD) return undefined;
  return node.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] };
}

export function joinSelections(
  a: SelectionSetNode | undefined,
  b: SelectionSetNode | undefined,
): SelectionSetNode | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { kind: Kind.SELECTION_SET, selections: [...a.selections, ...b.selections] };
}

/** Whether a fragment's condition holds for every object of the type. */
export function holdsForAll(
  { typeCondition }: Pick<InlineFragmentNode, 'typeCondition'>,
  type: GraphQLObjectType | GraphQLInterfaceType,
  schema: GraphQLSchema,
): boolean {
  const condition = schema.getType(typeCondition?.name.value ?? type.name);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

/** What a field set selects on one type. Fragments on that type are inlined, and others omitted. */
export function providedOn(
  selection: SelectionSetNode | undefined,
  type: GraphQLObjectType | GraphQLInterfaceType,
  schema: GraphQLSchema,
): SelectionSetNode | undefined {
  if (selection === undefined || selection.selections.every(({ kind }) => kind === Kind.FIELD)) return selection;
  const selections = selection.selections.flatMap((node) => {
    if (node.kind !== Kind.INLINE_FRAGMENT) return [node];
    return holdsForAll(node, type, schema) ? (providedOn(node.selectionSet, type, schema)?.selections ?? []) : [];
  });
  return { kind: Kind.SELECTION_SET, selections };
}
