import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { holdsForAll } from './field-sets.ts';

interface Scope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** Does a selection on an interface's objects depend on their own types? */
export function needsType(nodes: readonly FieldNode[], type: GraphQLInterfaceType, scope: Scope): boolean {
  return nodes.some(({ selectionSet }) => selectionSet !== undefined && dependsOnType(selectionSet, type, scope));
}

function dependsOnType({ selections }: SelectionSetNode, type: GraphQLInterfaceType, scope: Scope): boolean {
  return selections.some((node) => {
    if (node.kind === Kind.FIELD) return node.name.value === '__typename';
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments[node.name.value] : node;
    if (fragment === undefined) return false;
    return !holdsForAll(fragment, type, scope.schema) || dependsOnType(fragment.selectionSet, type, scope);
  });
}
