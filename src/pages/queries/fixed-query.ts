import {
  type ASTNode,
  type ConstValueNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { ContextVariable } from './context-variables.ts';

export interface FixedQuery {
  /** With values in place, but before conditions are decided: validation uses it. */
  readonly checkable: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * Replaces a component's own variables by their defaults, since only defaults give them a value. Then equal queries
 * of two components have equal texts. Decides `@skip` and `@include` with constant conditions.
 */
export function fixedQuery(document: DocumentNode, context: ReadonlyMap<string, ContextVariable>): FixedQuery {
  const checkable = visit(document, ownVariablesInPlace(document, context));
  const decided = visit(checkable, {
    [Kind.FIELD]: { leave: decideConditions },
    [Kind.INLINE_FRAGMENT]: { leave: decideConditions },
    [Kind.FRAGMENT_SPREAD]: { leave: decideConditions },
  });
  const named = visit(decided, {
    [Kind.NAME]: (node) => {
      const variable = context.get(node.value);
      return variable === undefined ? undefined : { ...node, value: variable.name };
    },
  });
  const operation = named.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('a query without an operation');
  const fragments = named.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return { checkable, operation, fragments: new Map(fragments.map((node) => [node.name.value, node])) };
}

function ownVariablesInPlace(document: DocumentNode, context: ReadonlyMap<string, ContextVariable>): object {
  const defaults = new Map<string, ConstValueNode | undefined>();
  visit(document, {
    [Kind.VARIABLE_DEFINITION]: ({ variable, defaultValue }) => {
      if (!context.has(variable.name.value)) defaults.set(variable.name.value, defaultValue);
    },
  });
  // Without a default the value is absent, which is different from null.
  const isAbsent = (value: ASTNode): boolean =>
    value.kind === Kind.VARIABLE && defaults.has(value.name.value) && defaults.get(value.name.value) === undefined;
  const dropAbsent = ({ value }: { readonly value: ASTNode }): null | undefined => (isAbsent(value) ? null : undefined);
  return {
    [Kind.VARIABLE_DEFINITION]: ({ variable }: { readonly variable: { readonly name: { readonly value: string } } }) =>
      defaults.has(variable.name.value) ? null : false,
    [Kind.ARGUMENT]: dropAbsent,
    [Kind.OBJECT_FIELD]: dropAbsent,
    [Kind.VARIABLE]: (node: { readonly name: { readonly value: string } }) =>
      defaults.has(node.name.value) ? (defaults.get(node.name.value) ?? { kind: Kind.NULL }) : undefined,
  };
}

/** Removes the node or its constant conditions. Undefined when the request decides. */
function decideConditions(node: FieldNode | InlineFragmentNode | FragmentSpreadNode): ASTNode | null | undefined {
  const decisions = (node.directives ?? []).map((directive) => ({ directive, holds: conditionOf(directive) }));
  if (decisions.some(({ holds }) => holds === false)) return null;
  if (decisions.every(({ holds }) => holds === undefined)) return undefined;
  return {
    ...node,
    directives: decisions.filter(({ holds }) => holds === undefined).map(({ directive }) => directive),
  };
}

function conditionOf({ name, arguments: given = [] }: DirectiveNode): boolean | undefined {
  if (name.value !== 'skip' && name.value !== 'include') return undefined;
  const [argument] = given;
  if (argument?.value.kind !== Kind.BOOLEAN) return undefined;
  return argument.value.value === (name.value === 'include');
}
