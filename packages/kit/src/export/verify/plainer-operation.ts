import {
  type DirectiveNode,
  type DocumentNode,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  separateOperations,
  visit,
} from 'graphql';
import { isObject } from 'stoa/tooling';
import type { ReplayedOperation } from './operation-writer.ts';
import type { PlainAnswer } from './plain-answer.ts';

/** The key that stands in a selection of which a condition has left nothing. */
const nothing = 'stoa_nothing_is_left';

/** The operation with each `@include` and `@skip` carried out; undefined when it has none. */
export function withoutConditions(operation: ReplayedOperation): ReplayedOperation | undefined {
  if (!/@(?:include|skip)\b/.test(operation.query)) return undefined;
  const document = parse(operation.query, { noLocation: true });
  return written(
    operation,
    visit(document, { [Kind.SELECTION_SET]: (node) => keepIncluded(node, operation.variables) }),
  );
}

/** The operation with its named fragments written out where they are used; undefined when it has none. */
export function withoutFragments(operation: ReplayedOperation): ReplayedOperation | undefined {
  const document = parse(operation.query, { noLocation: true });
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  if (fragments.size === 0) return undefined;
  const inline = (node: SelectionNode): SelectionNode => {
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : undefined;
    if (fragment === undefined) return node;
    const { typeCondition, selectionSet } = fragment;
    return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives: node.directives ?? [], selectionSet };
  };
  return written(
    operation,
    // The visitor goes on into what it is given, so fragments of fragments are written out as well.
    visit(document, { [Kind.SELECTION_SET]: (node) => ({ ...node, selections: node.selections.map(inline) }) }),
  );
}

/** The operation without inline fragments around nothing but `__typename`; undefined without such. */
export function withoutBareFragments(operation: ReplayedOperation): ReplayedOperation | undefined {
  const document = parse(operation.query, { noLocation: true });
  let found = false;
  const unwrap = (node: SelectionNode): readonly SelectionNode[] => {
    if (node.kind !== Kind.INLINE_FRAGMENT || (node.directives ?? []).length > 0) return [node];
    const { selections } = node.selectionSet;
    if (!selections.every((each) => each.kind === Kind.FIELD && each.name.value === '__typename')) return [node];
    found = true;
    return selections;
  };
  const plain = visit(document, {
    [Kind.SELECTION_SET]: { leave: (node) => ({ ...node, selections: node.selections.flatMap(unwrap) }) },
  });
  return found ? written(operation, plain) : undefined;
}

/**
 * The operation without the fields at these paths, given by response keys. It must have no named fragments. Undefined
 * when there is nothing to leave out.
 */
export function withoutFields(
  operation: ReplayedOperation,
  paths: readonly (readonly string[])[],
): ReplayedOperation | undefined {
  if (paths.length === 0) return undefined;
  const document = parse(operation.query, { noLocation: true });
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? { ...node, selectionSet: leaveOut(node.selectionSet, paths) } : node,
  );
  return written(operation, { ...document, definitions });
}

function leaveOut(node: SelectionSetNode, paths: readonly (readonly string[])[]): SelectionSetNode {
  const selections = node.selections.flatMap((selection): readonly SelectionNode[] => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return [{ ...selection, selectionSet: leaveOut(selection.selectionSet, paths) }];
    const key = (selection.alias ?? selection.name).value;
    const below = paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
    if (below.some((rest) => rest.length === 0)) return [];
    const { selectionSet } = selection;
    return [selectionSet === undefined ? selection : { ...selection, selectionSet: leaveOut(selectionSet, below) }];
  });
  return { ...node, selections: selections.length > 0 ? selections : [placeholder] };
}

/** The answer without the keys that {@link withoutConditions} put into empty selections. */
export function withoutPlaceholders(answer: PlainAnswer): PlainAnswer {
  if (!answer.text.includes(nothing)) return answer;
  const data = withoutKey(answer.data);
  return { ...answer, data, text: answer.errors.length === 0 ? JSON.stringify({ data }) : answer.text };
}

function withoutKey(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKey);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== nothing);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutKey(member)]));
}

function keepIncluded(node: SelectionSetNode, variables: ReplayedOperation['variables']): SelectionSetNode {
  const kept = node.selections
    .filter((selection) => (selection.directives ?? []).every((directive) => holds(directive, variables)))
    .map((selection): SelectionNode => {
      const directives = (selection.directives ?? []).filter((directive) => !isCondition(directive));
      return { ...selection, directives };
    });
  return { ...node, selections: kept.length > 0 ? kept : [placeholder] };
}

const placeholder: SelectionNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: nothing },
  name: { kind: Kind.NAME, value: '__typename' },
};

function isCondition({ name }: DirectiveNode): boolean {
  return name.value === 'include' || name.value === 'skip';
}

function holds(directive: DirectiveNode, variables: ReplayedOperation['variables']): boolean {
  const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value;
  if (!isCondition(directive) || value === undefined) return true;
  const given = value.kind === Kind.VARIABLE ? variables[value.name.value] : 'value' in value && value.value;
  return directive.name.value === 'include' ? given === true : given !== true;
}

/** Validation refuses fragments and variables that nothing uses. */
function written({ name, variables }: ReplayedOperation, document: DocumentNode): ReplayedOperation {
  const [operation = document] = Object.values(separateOperations(document));
  const used = new Set<string>();
  visit(operation, {
    [Kind.VARIABLE_DEFINITION]: () => false,
    [Kind.VARIABLE]: (variable) => void used.add(variable.name.value),
  });
  const plain = visit(operation, {
    [Kind.VARIABLE_DEFINITION]: ({ variable }) => (used.has(variable.name.value) ? false : null),
  });
  return {
    name,
    query: print(plain),
    variables: Object.fromEntries(Object.entries(variables).filter(([variable]) => used.has(variable))),
  };
}
