import { Kind, type SelectionSetNode } from 'graphql';

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
