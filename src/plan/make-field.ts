import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { fieldFacts } from './field-facts.ts';
import { joinSelections, selectedBelow } from './field-sets.ts';
import type { ChildPlan, FieldPlan, LevelPlan, OwnerPlan } from './operation-plan.ts';
import { type PlanParts, Unplannable } from './plan-parts.ts';
import { type Projection, projection } from './projection.ts';

export interface FieldRequest {
  readonly index: number;
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly hidden: boolean;
  readonly owner: OwnerPlan;
  readonly type: GraphQLObjectType;
  readonly level: LevelPlan;
  /** What the owner gives of the level's objects although it does not elsewhere. */
  readonly provided: SelectionSetNode | undefined;
}

interface ChildPlanner {
  readonly parts: PlanParts;
  below(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    origin: { readonly owner: OwnerPlan; readonly provided: SelectionSetNode | undefined },
  ): LevelPlan;
}

/** Plans one field and, unless it is below an interface or union, all that is below it. */
export function makeField(planner: ChildPlanner, request: FieldRequest): FieldPlan {
  const { owner, type, name, nodes, index, key, hidden, level } = request;
  const facts = fieldFacts(planner.parts, owner, { type: type.name, name });
  const child = facts.isLeaf ? undefined : childOf(planner, request, facts.type);
  return { ...facts, index, key, name, nodes, hidden, owner, level, child, read: undefined };
}

function childOf(planner: ChildPlanner, request: FieldRequest, returned: GraphQLOutputType): ChildPlan {
  const { owner, type, name, nodes } = request;
  const { schema, types } = planner.parts.composition;
  const { extension } = owner;
  const provides =
    extension === undefined ? undefined : types.get(type.name)?.fields.get(name)?.provides.get(extension);
  const origin = { owner, provided: joinSelections(provides, selectedBelow(request.provided, name)) };
  const named = getNamedType(returned);
  if (isObjectType(named)) {
    const field = { extension, place: `${type.name}.${name}` };
    return objectChild(planner.below(named, nodes, origin), { field, type: returned });
  }
  const known: LevelPlan[] = [];
  const byType = new Map<string, LevelPlan>();
  const level = (member: string): LevelPlan => {
    const planned = byType.get(member);
    if (planned !== undefined) return planned;
    const object = schema.getType(member);
    if (!isObjectType(object)) throw new Error(`${member} is no object type`);
    const fresh = planner.below(object, nodes, origin);
    byType.set(member, fresh);
    known.push(fresh);
    return fresh;
  };
  const view = owner.subschema?.schema.getType(named.name);
  if (!isAbstractType(view)) throw new Unplannable('a field that its extension does not have');
  const members = owner.subschema?.schema.getPossibleTypes(view).map((member) => member.name) ?? [];
  return { abstract: view, known, level, possible: members, project: undefined, bails: 0 };
}

/** A function of its own, so that a plan does not hold on to what it was made with. */
function objectChild(only: LevelPlan, to: Projection): ChildPlan {
  const project = projection(only, to);
  return { abstract: undefined, known: [only], level: () => only, possible: [only.type.name], project, bails: 0 };
}
