import { defaultTypeResolver, GraphQLError } from 'graphql';
import { isObject } from '#base';
import { withinTime } from '../plan/call-limits.ts';
import { Fault } from '../plan/fault.ts';
import { typeAlias } from '../plan/field-routes.ts';
import type { FieldPlan, TypingPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import type { Context } from '../subschema/resolver.ts';
import { representationsOf } from './entity-column.ts';
import { type LevelObjects, LevelRecord } from './level-record.ts';
import type { ObjectTypes } from './object-types.ts';
import { findObserved } from './observe-call.ts';
import type { Running } from './pending-group.ts';
import { ResolveInfo } from './resolve-info.ts';

interface UntypedObjects {
  readonly typing: TypingPlan;
  readonly objects: readonly unknown[];
  /** The level above the objects. */
  readonly record: LevelRecord;
  readonly context: Context | undefined;
  /** Runs the level of their keys. Passed in, because levels call this module. */
  runLevel(run: PlanRun, objects: LevelObjects): Running;
}

/** Finds the types of objects whose extension knows only the interface, by asking another one by key. */
export async function typesByKey(run: PlanRun, field: FieldPlan, untyped: UntypedObjects): Promise<ObjectTypes> {
  const { typing, objects, record, context, runLevel } = untyped;
  const { step, level } = typing;
  const keys = new LevelRecord(level, objects.length, { record, field, numbers: undefined });
  await runLevel(run, { record: keys, sources: objects, context });
  const { rows } = representationsOf(run, keys, step);
  const asked = rows.flatMap((row) => (row === null || row instanceof Fault ? [] : [row]));
  const { backEnd } = step.owner;
  const own = asked.length === 0 ? undefined : run.begin(step.owner);
  if (own === undefined || own instanceof Fault || backEnd === undefined) {
    const hole = own instanceof Fault ? own : unknownType(run, typing);
    return rows.map((row) => (row instanceof Fault ? row : hole));
  }
  const find = () =>
    step.isCall ? backEnd.entities(run, step, { type: step.typename, keys: asked, context: own }) : asked;
  const found = await findObserved(run, step, { type: step.typename, count: asked.length, find });
  const names = await Promise.all(found.map((value) => typeOf(run, { typing, value, context: own, keys })));
  let number = 0;
  return rows.map((row) => {
    if (row === null || row instanceof Fault) return row ?? unknownType(run, typing);
    return names[number++] ?? unknownType(run, typing);
  });
}

interface FoundObject {
  readonly typing: TypingPlan;
  readonly value: unknown;
  readonly context: Context;
  readonly keys: LevelRecord;
}

async function typeOf(run: PlanRun, { typing, value, context, keys }: FoundObject): Promise<string | Fault> {
  const { step, view } = typing;
  const { owner, needs } = step;
  if (value instanceof Fault) return value;
  const [need] = needs;
  if (value === null || value === undefined || need === undefined) return unknownType(run, typing);
  try {
    const isAnswer = owner.backEnd?.gives === 'answers';
    const info = new ResolveInfo(run, need.field, { record: keys, row: 0 });
    const answer =
      isAnswer && isObject(value)
        ? value[typeAlias]
        : (view.resolveType ?? defaultTypeResolver)(value, context, info, view);
    const late = (error: Error): Fault => run.fault(error, owner.extension);
    const name: unknown = answer instanceof Promise ? await withinTime(answer, run.limitsOf(owner), late) : answer;
    if (name instanceof Fault) return name;
    const members = owner.subschema?.schema.getPossibleTypes(view) ?? [];
    return members.find((member) => member.name === name)?.name ?? unknownType(run, typing);
  } catch (error) {
    return run.fault(error, owner.extension);
  }
}

function unknownType(run: PlanRun, { view, step }: TypingPlan): Fault {
  return run.fault(
    new GraphQLError(`No extension tells the type of an object of "${view.name}".`),
    step.owner.extension,
  );
}
