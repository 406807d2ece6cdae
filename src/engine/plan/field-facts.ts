import {
  GraphQLBoolean,
  type GraphQLField,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import type { Subschema } from '../subschema/subschema.ts';
import { type Complete, completeLeaf, completeObject, completeType, listDepth } from './completion.ts';
import type { FieldFacts, LeafKind, OwnerPlan } from './operation-plan.ts';
import { type PlanParts, Unreachable } from './plan-parts.ts';

/** What all plans share about a field of one extension, cached. */
export function fieldFacts(
  parts: PlanParts,
  owner: OwnerPlan,
  field: { readonly type: string; readonly name: string },
): FieldFacts {
  const id = `${field.type}.${field.name} ${owner.extension ?? ''}`;
  const facts = parts.facts.get(id) ?? findFacts(parts, owner, field);
  parts.facts.set(id, facts);
  return facts;
}

/** The resolvers that a plan calls. Undefined where the back end answers documents. */
export function resolversOf({ backEnd, subschema }: OwnerPlan): Subschema['resolvers'] {
  return backEnd?.gives === 'objects' ? subschema?.resolvers : undefined;
}

function findFacts(
  parts: PlanParts,
  owner: OwnerPlan,
  { type, name }: { readonly type: string; readonly name: string },
): FieldFacts {
  const { extension, subschema, backEnd } = owner;
  const { schema } = parts.composition;
  const known = extension === undefined ? undefined : parts.composition.types.get(type)?.knownAs.get(extension);
  const real = fieldOf(schema.getType(type), name);
  const view = viewOf((subschema?.schema ?? parts.schema).getType(known ?? type), name);
  if (real === undefined || view === undefined) throw new Unreachable(parts.composition, type, name);
  const own = subschema === undefined ? parts.ownFields.get(name) : undefined;
  if (subschema === undefined && own === undefined) throw new Unreachable(parts.composition, type, name);

  const named = getNamedType(view.definition.type);
  const isLeaf = isLeafType(named);
  // A part that is null is missing, whatever the type of the whole list.
  const isPart = parts.composition.types.get(type)?.fields.get(name)?.parts !== undefined;
  const returned = isPart && !isNonNullType(real.type) ? new GraphQLNonNull(real.type) : real.type;
  const context = { extension, place: `${type}.${name}` };
  const isSerialised = backEnd?.gives === 'answers' && !isSpecifiedScalarType(named);
  const completeNamed = isLeafType(named)
    ? withoutHidden(completeLeaf(isSerialised ? asItIs : named, context), named.name, parts.composition.inaccessible)
    : completeObject(context);
  return {
    place: context.place,
    definition: view.definition,
    parentType: view.parent,
    guard: guardOf(parts, context.place),
    type: returned,
    isLeaf,
    leaf: leafKinds.get(getNamedType(returned)),
    required: isNonNullType(returned),
    lists: listDepth(returned),
    resolver: resolversOf(owner)
      ?.fields.get(known ?? type)
      ?.get(name),
    own,
    schema: subschema?.schema ?? parts.schema,
    complete: completeType(returned, context, completeNamed),
    completeNamed,
  };
}

function guardOf({ composition, refuse }: PlanParts, place: string): FieldFacts['guard'] {
  const guard = composition.guards.get(place);
  return guard && ((context) => refuse(guard, context, place));
}

/** An `@inaccessible` enum value makes a replay necessary: graphql-js completes the answer without it. */
function withoutHidden(complete: Complete, type: string, inaccessible: ReadonlySet<string>): Complete {
  const hidden = [...inaccessible].filter((name) => name.startsWith(`${type}.`));
  if (hidden.length === 0) return complete;
  return (value, sink) => {
    const completed = complete(value, sink);
    if (hidden.includes(`${type}.${String(completed)}`)) sink.odd = true;
    return completed;
  };
}

/** A leaf type for values that are serialised already. */
const asItIs = new GraphQLScalarType({ name: 'AsItIs' });

function fieldOf(type: unknown, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

/** The field in the extension's own schema. */
function viewOf(type: unknown, name: string) {
  const definition = isObjectType(type) ? type.getFields()[name] : undefined;
  return isObjectType(type) && definition !== undefined ? { parent: type, definition } : undefined;
}

const leafKinds: ReadonlyMap<unknown, LeafKind> = new Map<unknown, LeafKind>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLInt, 'int'],
  [GraphQLFloat, 'float'],
  [GraphQLBoolean, 'boolean'],
]);
