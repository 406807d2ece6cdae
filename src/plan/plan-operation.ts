import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type TypeNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { LevelPlanner } from './level-planner.ts';
import { type OperationPlan, tiers } from './operation-plan.ts';
import { type PlanParts, Unplannable } from './plan-parts.ts';

/** A validated operation, with the values of the variables that decide its `@skip`s and `@include`s. */
export interface OperationVariant {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly conditions: Record<string, unknown>;
}

/** Plans one operation. Throws Unplannable or Unreachable. */
export function planOperation(parts: PlanParts, { operation, fragments, conditions }: OperationVariant): OperationPlan {
  const { schema } = parts.composition;
  const type = schema.getRootType(operation.operation);
  if (type === null || type === undefined || operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw new Unplannable('subscription');
  const planner = new LevelPlanner(parts, fragments, conditions);
  const fields = collectFields(schema, fragments, conditions, type, operation.selectionSet);
  // graphql-js answers what is asked of the schema itself, beside what the plan has found.
  const planned = new Map([...fields].filter(([, nodes]) => !isIntrospection(nodes)));
  if (planned.size === 0 && fields.size > 0) throw new Unplannable('introspection');
  const root = planner.root(type, planned);
  return {
    operation,
    fragments,
    schema: parts.schema,
    root,
    isPartial: planned.size < fields.size,
    joins: planner.joins,
    serial: operation.operation === OperationTypeNode.MUTATION,
    tier: tiers.interpreted,
    hits: 0,
    staysInterpreted: false,
    plainVariables: (operation.variableDefinitions ?? []).every(({ type: node }) => isPlain(parts.schema, node)),
  };
}

function isIntrospection([node]: readonly FieldNode[]): boolean {
  return node?.name.value === '__schema' || node?.name.value === '__type';
}

function isPlain(schema: GraphQLSchema, node: TypeNode): boolean {
  if (node.kind !== Kind.NAMED_TYPE) return isPlain(schema, node.type);
  const type = schema.getType(node.name.value);
  return type === undefined || isSpecifiedScalarType(type);
}
