import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLIncludeDirective,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { holdsForAll } from './field-sets.ts';

export interface CollectScope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The values of the variables that decide a `@skip` or `@include`. */
  readonly variables: Record<string, unknown>;
}

/**
 * The fields of selections on one object, by response key (CollectFields of the GraphQL specification). For an
 * interface, fragments count that hold for all its objects.
 */
export function collectFields(
  scope: CollectScope,
  type: GraphQLObjectType | GraphQLInterfaceType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (!isIncluded(node, scope)) continue;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const known = fields.get(key);
        if (known === undefined) fields.set(key, [node]);
        else known.push(node);
        continue;
      }
      if (node.kind === Kind.FRAGMENT_SPREAD && seen.has(node.name.value)) continue;
      if (node.kind === Kind.FRAGMENT_SPREAD) seen.add(node.name.value);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments[node.name.value] : node;
      if (fragment !== undefined && holdsForAll(fragment, type, scope.schema)) collect(fragment.selectionSet);
    }
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}

/** The same for the selections below some fields. */
export function collectSubfields(
  scope: CollectScope,
  type: GraphQLObjectType | GraphQLInterfaceType,
  nodes: readonly FieldNode[],
): Map<string, FieldNode[]> {
  return collectFields(
    scope,
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
  );
}

function isIncluded(node: FieldNode | FragmentSpreadNode | InlineFragmentNode, { variables }: CollectScope): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
