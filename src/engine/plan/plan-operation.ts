import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type TypeNode,
} from 'graphql';
import { collectFields } from './collect-fields.ts';
import { LevelPlanner } from './level-planner.ts';
import { type OperationPlan, tiers } from './operation-plan.ts';
import type { PlanParts } from './plan-parts.ts';

/** A validated operation, with the values of the variables that decide its `@skip`s and `@include`s. */
export interface OperationVariant {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly conditions: Record<string, unknown>;
}

/** Why graphql-js answers an operation alone. */
export type WithoutPlan = 'introspection' | 'no such operation' | 'variables that are not valid';

/** Plans one operation. Throws Refused. */
export function planOperation(
  parts: PlanParts,
  { operation, fragments, conditions }: OperationVariant,
): OperationPlan | WithoutPlan {
  const { schema } = parts.composition;
  const type = schema.getRootType(operation.operation);
  // Validation says nothing of the fields of a root type that is missing, and here it may be missing for clients alone.
  const isKnown = parts.schema.getRootType(operation.operation) != null;
  if (type == null || !isKnown || operation.operation === OperationTypeNode.SUBSCRIPTION) return 'no such operation';
  const planner = new LevelPlanner(parts, fragments, conditions);
  const fields = collectFields({ schema, fragments, variables: conditions }, type, [operation.selectionSet]);
  const planned = planner.withoutIntrospection(fields);
  if (planned.size === 0 && fields.size > 0) return 'introspection';
  const root = planner.root(type, planned);
  return {
    operation,
    fragments,
    schema: parts.schema,
    root,
    isPartial: planner.isPartial,
    joins: planner.joins,
    serial: operation.operation === OperationTypeNode.MUTATION,
    tier: tiers.interpreted,
    hits: 0,
    staysInterpreted: false,
    plainVariables: (operation.variableDefinitions ?? []).every(({ type: node }) => isPlain(parts.schema, node)),
  };
}

function isPlain(schema: GraphQLSchema, node: TypeNode): boolean {
  if (node.kind !== Kind.NAMED_TYPE) return isPlain(schema, node.type);
  const type = schema.getType(node.name.value);
  return type === undefined || isSpecifiedScalarType(type);
}
