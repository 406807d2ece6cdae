import { GraphQLError, type GraphQLIsTypeOfFn, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { inspectValue, isPromise } from '#base';
import { withinTime } from '../plan/call-limits.ts';
import { Fault } from '../plan/fault.ts';
import type { ChildPlan, FieldPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';

/** The objects' type names, or a Fault for an object without a valid type. */
export type ObjectTypes = readonly (string | Fault)[];

interface TypeQuestion {
  readonly objects: readonly unknown[];
  readonly context: unknown;
  readonly info: (index: number) => GraphQLResolveInfo;
}

/** Finds the types of objects below an interface or union. Never throws or rejects. */
export function typesOfObjects(
  run: PlanRun,
  field: FieldPlan,
  { child, ...question }: TypeQuestion & { readonly child: ChildPlan },
): ObjectTypes | Promise<ObjectTypes> {
  const { abstract } = child;
  const { objects, context, info } = question;
  const names = objects.map((object, index) => {
    try {
      if (abstract === undefined) return child.possible[0];
      const name = child.resolveType(object, context, info(index), abstract);
      return isPromise(name) ? typeInTime(run, field, name) : name;
    } catch (error) {
      return faultOf(run, field, error);
    }
  });
  const check = (name: unknown, index: number): string | Fault =>
    checkedType(run, field, { name, object: objects[index] });
  if (names.some(isPromise)) return Promise.all(names).then((all) => all.map(check));
  return names.map(check);
}

async function typeInTime(run: PlanRun, field: FieldPlan, name: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await withinTime(name, run.limitsOf(field.owner), (error) => faultOf(run, field, error));
  } catch (error) {
    return faultOf(run, field, error);
  }
}

function faultOf(run: PlanRun, { owner }: FieldPlan, error: unknown): Fault {
  return run.fault(error, owner.extension);
}

/** Checks what `resolveType` returned, by graphql-js's rules. */
function checkedType(
  run: PlanRun,
  field: FieldPlan,
  { name, object }: { readonly name: unknown; readonly object: unknown },
): string | Fault {
  if (name instanceof Fault) return name;
  const { schema, parentType, child, nodes, owner } = field;
  const abstract = child?.abstract;
  if (abstract === undefined) return String(name);
  const refuse = (message: string): Fault => faultOf(run, field, new GraphQLError(message, { nodes }));
  const place = `field "${parentType.name}.${field.name}"`;
  if (name === null || name === undefined) {
    const types = child?.possible.map((each) => `"${each}"`).join(' or ') || 'the name of a type that it defines';
    return refuse(
      `Abstract type "${abstract.name}" needs the type of each object, and the extension "${owner.extension}" does not tell it in ${place}. Where its resolver makes the object, add __typename: ${types}. Or give the resolvers of that type an __isTypeOf.`,
    );
  }
  if (typeof name !== 'string')
    return refuse(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime for ${place} with value ${inspectValue(object)}, received "${inspectValue(name)}", which is not a valid Object type name.`,
    );
  const type = schema.getType(name);
  if (type === undefined)
    return refuse(
      `Abstract type "${abstract.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
    );
  if (!isObjectType(type))
    return refuse(`Abstract type "${abstract.name}" was resolved to a non-object type "${name}".`);
  if (!schema.isSubType(abstract, type))
    return refuse(`Runtime Object type "${name}" is not a possible type for "${abstract.name}".`);
  return name;
}

/** Calls `isTypeOf` for each object. Gives a Fault, or undefined for an object that passes. Never throws or rejects. */
export function faultsOfObjects(
  run: PlanRun,
  field: FieldPlan,
  {
    objects,
    context,
    info,
    isTypeOf,
    type,
  }: TypeQuestion & { readonly isTypeOf: GraphQLIsTypeOfFn<unknown, unknown>; readonly type: string },
): Promise<readonly (Fault | undefined)[]> {
  return Promise.all(
    objects.map(async (object, index) => {
      try {
        const answer: unknown = isTypeOf(object, context, info(index));
        const late = (error: Error): unknown => faultOf(run, field, error);
        const isOne = isPromise(answer) ? await withinTime(answer, run.limitsOf(field.owner), late) : answer;
        if (isOne instanceof Fault) return isOne;
        if (isOne) return undefined;
        const message = `Expected value of type "${type}" but got: ${inspectValue(object)}.`;
        return faultOf(run, field, new GraphQLError(message, { nodes: field.nodes }));
      } catch (error) {
        return faultOf(run, field, error);
      }
    }),
  );
}
