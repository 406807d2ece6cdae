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
  /** With the values in their places, and nothing left out yet: what the rules can be asked about. */
  readonly checkable: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * Puts the defaults of a component's own variables into their places, since nobody else gives them a value: two components
 * that ask for the same then say the same. What `@skip` and `@include` decide by them is decided here.
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
  // Without a default the value is absent, which is not the same as null.
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

/** Leaves the node out, or leaves out the conditions that hold; undefined where a request decides. */
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
