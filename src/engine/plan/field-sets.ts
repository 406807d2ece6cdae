import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The names of the fields at the top of a `@key`, `@requires` or `@provides`. */
export function selectedNames(selection: SelectionSetNode): readonly string[] {
  return selection.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
}

/** What a field set selects below one of its fields: empty for a leaf, undefined when it does not select the field. */
export function selectedBelow(selection: SelectionSetNode | undefined, name: string): SelectionSetNode | undefined {
  const node = selection?.selections.find((entry) => entry.kind === Kind.FIELD && entry.name.value === name);
  if (node?.kind !== Kind.FIELD) return undefined;
  return node.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] };
}

/** Both selections, one after the other. */
export function joinSelections(
  a: SelectionSetNode | undefined,
  b: SelectionSetNode | undefined,
): SelectionSetNode | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { kind: Kind.SELECTION_SET, selections: [...a.selections, ...b.selections] };
}

/** Is every object of a type one of those that a fragment is on? */
export function holdsForAll(
  { typeCondition }: Pick<InlineFragmentNode, 'typeCondition'>,
  type: GraphQLObjectType | GraphQLInterfaceType,
  schema: GraphQLSchema,
): boolean {
  const condition = schema.getType(typeCondition?.name.value ?? type.name);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

/** What a field set selects of the objects of one type: its fragments on that type are opened, and the others left out. */
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
