import {
  defaultTypeResolver,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { isObject } from '#base';
import type { Composition } from '../subschema/composition.ts';
import type { Share } from './choose-source.ts';
import { fieldFacts } from './field-facts.ts';
import { typeAlias } from './field-routes.ts';
import { joinSelections, selectedBelow } from './field-sets.ts';
import { planArguments } from './input-values.ts';
import type { ChildPlan, FieldFacts, FieldPlan, LevelPlan, OwnerPlan, RowType, TypingPlan } from './operation-plan.ts';
import { type PlanParts, Unreachable } from './plan-parts.ts';
import { projection } from './projection.ts';

export interface FieldRequest
  extends Pick<FieldPlan, 'index' | 'key' | 'name' | 'nodes' | 'hidden' | 'owner' | 'level'> {
  readonly type: RowType;
  /** What the owner gives of the level's objects because of `@provides`. */
  readonly provided: SelectionSetNode | undefined;
  /** The part of its selection fetched here, where other extensions give the rest. */
  readonly share?: Share | undefined;
}

/** The extension that a level's objects come from, and what it provides here. */
export interface Origin {
  readonly owner: OwnerPlan;
  readonly provided: SelectionSetNode | undefined;
  readonly share: Share | undefined;
}

export interface ChildPlanner {
  readonly parts: PlanParts;
  below(type: RowType, nodes: readonly FieldNode[], origin: Origin): LevelPlan;
  fieldsOf(type: RowType, nodes: readonly FieldNode[]): ReadonlyMap<string, readonly FieldNode[]>;
  typing(type: GraphQLInterfaceType, nodes: readonly FieldNode[], origin: Origin): TypingPlan | undefined;
}

/** Plans one field and all below it. */
export function makeField(planner: ChildPlanner, request: FieldRequest): FieldPlan {
  const { owner, type, name, nodes, index, key, hidden, level } = request;
  const facts = fieldFacts(planner.parts, owner, { type: type.name, name });
  const child = facts.isLeaf ? undefined : childOf(planner, request, facts);
  return {
    ...facts,
    args: planArguments(facts.definition, nodes[0]),
    index,
    key,
    name,
    property: owner.backEnd?.gives === 'answers' ? key : name,
    nodes,
    hidden,
    owner,
    level,
    child,
    anyPromise: undefined,
    completeAll: undefined,
  };
}

function childOf(planner: ChildPlanner, request: FieldRequest, { type: returned, definition }: FieldFacts): ChildPlan {
  const { owner, type, name, nodes, share } = request;
  const { schema, types } = planner.parts.composition;
  const { extension } = owner;
  const provides =
    extension === undefined ? undefined : types.get(type.name)?.fields.get(name)?.provides.get(extension);
  const origin = { owner, provided: joinSelections(provides, selectedBelow(request.provided, name)), share };
  // The extension's own type may be narrower than the composed one: one member of a union, for instance.
  const named = schema.getType(getNamedType(definition.type).name);
  // An `@interfaceObject`: the extension knows only the interface.
  const isStandIn = isInterfaceType(named) && isObjectType(getNamedType(definition.type));
  const typing = isStandIn ? planner.typing(named, nodes, origin) : undefined;
  if (isObjectType(named) || (isStandIn && typing === undefined)) {
    const field = { extension, place: `${type.name}.${name}` };
    const below = planner.below(named, nodes, origin);
    // Without a projection, a joined object differs from plain data.
    return objectChild(below, share?.only === undefined ? projection(below, { field, type: returned }) : undefined);
  }
  const members = (possible: readonly string[]) => ({
    ...memberLevels(planner, possible, { nodes, origin }),
    possible,
    project: undefined,
    projectAll: undefined,
    bails: 0,
  });
  if (isStandIn) {
    const possible = schema.getPossibleTypes(named).map((member) => member.name);
    return { ...members(possible), abstract: named, resolveType: defaultTypeResolver, typing };
  }
  const view = named && owner.subschema?.schema.getType(named.name);
  if (!isAbstractType(view)) throw new Unreachable(planner.parts.composition, type.name, name);
  const possible = owner.subschema?.schema.getPossibleTypes(view).map((member) => member.name) ?? [];
  if (possible.length === 0 && isInterfaceType(view) && isInterfaceType(named))
    for (const [node] of planner.fieldsOf(named, nodes).values())
      requireField(planner.parts.composition, view, node?.name.value ?? '');
  const { backEnd } = owner;
  const resolveType = backEnd?.gives === 'answers' ? answeredType : (view.resolveType ?? defaultTypeResolver);
  return { ...members(possible), abstract: view, resolveType, typing: undefined };
}

/**
 * Plans the levels of an interface's or union's types now, so that an operation that is too large is refused before
 * it runs. If a type lacks a field, only its objects fail.
 */
function memberLevels(
  planner: ChildPlanner,
  possible: readonly string[],
  { nodes, origin }: { readonly nodes: readonly FieldNode[]; readonly origin: Origin },
): Pick<ChildPlan, 'known' | 'level'> {
  const objectOf = (member: string): GraphQLObjectType => {
    const object = planner.parts.composition.schema.getType(member);
    if (!isObjectType(object)) throw new Error(`${member} is no object type`);
    return object;
  };
  const plan = (member: string): LevelPlan => planner.below(objectOf(member), nodes, origin);
  const planned = new Map<string, LevelPlan | Unreachable>();
  for (const member of possible) {
    const fields = planner.fieldsOf(objectOf(member), nodes);
    // A level of `__typename` alone is planned on first use.
    if ([...fields.values()].every(([node]) => node?.name.value === '__typename')) continue;
    planned.set(
      member,
      attempt(() => plan(member)),
    );
  }
  const used = new Map<string, LevelPlan>();
  const known: LevelPlan[] = [];
  const level = (member: string): LevelPlan => {
    const before = used.get(member);
    if (before !== undefined) return before;
    const found = planned.get(member) ?? plan(member);
    if (found instanceof Unreachable) throw found;
    used.set(member, found);
    known.push(found);
    return found;
  };
  return { known, level };
}

function attempt(plan: () => LevelPlan): LevelPlan | Unreachable {
  try {
    return plan();
  } catch (error) {
    if (error instanceof Unreachable) return error;
    throw error;
  }
}

/** No object can be of the interface there, so no route can lead to a field that its extension lacks. */
function requireField(composition: Composition, view: GraphQLInterfaceType, name: string): void {
  if (name !== '__typename' && view.getFields()[name] === undefined)
    throw new Unreachable(composition, view.name, name);
}
function answeredType(answer: unknown): string {
  return isObject(answer) ? String(answer[typeAlias]) : '';
}

/** Outside `childOf`, so that a plan does not keep the closure's variables in memory. */
function objectChild(only: LevelPlan, project: ChildPlan['project']): ChildPlan {
  return {
    abstract: undefined,
    resolveType: defaultTypeResolver,
    typing: undefined,
    known: [only],
    level: () => only,
    possible: [only.type.name],
    project,
    projectAll: undefined,
    bails: 0,
  };
}
