import type { Context } from '../extension-api.ts';
import { settle } from './call-limits.ts';
import { type Complete, Sink } from './completion.ts';
import { Fault } from './fault.ts';
import { LevelRecord, ObjectRef } from './level-record.ts';
import { faultsOfObjects, type ObjectTypes, typesOfObjects } from './object-types.ts';
import { callsOfColumn, resolveTraced } from './observe-call.ts';
import type { ChildPlan, FieldPlan, LevelPlan, StepPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';
import type { ColumnParents } from './resolve-column.ts';
import { ResolveInfo, rowOf } from './resolve-info.ts';
import { failStep, runEntities } from './run-entities.ts';
import { all, type Running } from './running.ts';

/** The objects of a level, and the context of the extension that they came from. */
interface LevelObjects {
  readonly record: LevelRecord;
  readonly sources: readonly unknown[];
  readonly context: Context | undefined;
}

/** Runs all steps of a level, each as soon as what it needs is there. */
export function runLevel(run: PlanRun, objects: LevelObjects): Running {
  return all(objects.record.level.steps.map((step) => runStep(run, step, objects)));
}

/** Runs one step of a level. */
export function runStep(run: PlanRun, step: StepPlan, { record, sources, context }: LevelObjects): Running {
  const startField = (field: FieldPlan, parents: ColumnParents): Running => runField(run, field, parents);
  switch (step.kind) {
    case 'own':
      return runFields(run, step, { sources, rows: undefined, record, context });
    case 'root': {
      const begun = run.begin(step.owner);
      if (begun instanceof Fault)
        return all(failStep(step, { record, holes: sources.map(() => begun), blocked: new Map() }, startField));
      return runFields(run, step, { sources: sources.map(() => undefined), rows: undefined, record, context: begun });
    }
    case 'entities': {
      const needed = all(step.needs.map(({ field }) => record.waiting[field.index]));
      const start = (): Running => runEntities(run, step, { record, startField });
      const running = needed === undefined ? start() : needed.then(start);
      if (running !== undefined) for (const field of step.fields) record.waiting[field.index] = running;
      return running;
    }
  }
}

function runFields(run: PlanRun, step: StepPlan, parents: ColumnParents): Running {
  return all(step.fields.map((field) => runField(run, field, parents)));
}

function runField(run: PlanRun, field: FieldPlan, parents: ColumnParents): Running {
  const read = parents.rows === undefined ? field.read?.(parents.sources) : undefined;
  if (read !== undefined) {
    parents.record.cells[field.index] = read;
    return undefined;
  }
  const calls = callsOfColumn(run, field, parents);
  const begun = calls?.begin() ?? 0;
  const values = resolveTraced(run, field, parents);
  if (!(values instanceof Promise)) calls?.end(begun);
  const running =
    values instanceof Promise
      ? values.then((settled) => {
          calls?.end(begun);
          return complete(run, field, { ...parents, values: settled });
        })
      : complete(run, field, { ...parents, values });
  if (running !== undefined) parents.record.waiting[field.index] = running;
  return running;
}

interface ColumnValues extends ColumnParents {
  readonly values: readonly unknown[];
}

/** Completes a column, and runs the level below it. */
function complete(run: PlanRun, field: FieldPlan, column: ColumnValues): Running {
  const { values, record } = column;
  const { child } = field;
  const projected = child?.project === undefined ? undefined : project(child, column);
  if (projected !== undefined) {
    record.cells[field.index] = projected;
    return undefined;
  }
  const sink = new Sink();
  const cells = completeAll(values, field.complete, sink);
  if (sink.unsettled) {
    const limits = run.limitsOf(field.owner);
    const settled = Promise.all(values.map((value) => settle(value, field.lists, limits)));
    return settled.then((all) => complete(run, field, { ...column, values: all }));
  }
  if (sink.odd) run.odd = true;
  record.cells[field.index] =
    column.rows === undefined ? cells : spread(run, field, { ...column, rows: column.rows, cells });
  return child === undefined || sink.objects.length === 0
    ? undefined
    : runChild(run, field, { ...column, child, objects: sink.objects });
}

/** By index: an extension's array may have holes, which are nulls too. */
function completeAll(values: readonly unknown[], complete: Complete, sink: Sink): unknown[] {
  const { length } = values;
  const cells: unknown[] = new Array(length);
  for (let index = 0; index < length; index++) cells[index] = complete(values[index], sink);
  return cells;
}

/** Undefined when the data holds something that a projection does not know. */
function project(child: ChildPlan, { values, rows }: ColumnValues): readonly unknown[] | undefined {
  const { project } = child;
  if (project === undefined || rows !== undefined) return undefined;
  const sink = new Sink();
  const cells = completeAll(values, project, sink);
  if (!sink.odd && !sink.unsettled) return cells;
  child.bails++;
  // An extension that answers with promises or methods will do so again.
  if (child.bails >= maxBails) child.project = undefined;
  return undefined;
}

const maxBails = 8;

/** The cells of some rows, with those of the other rows between them. */
function spread(
  run: PlanRun,
  field: FieldPlan,
  {
    rows,
    holes,
    cells,
    record,
  }: ColumnValues & { readonly rows: readonly number[]; readonly cells: readonly unknown[] },
): readonly unknown[] {
  const all: unknown[] = Array.from({ length: record.size }, (_, row) => holes?.[row] ?? null);
  for (const [index, row] of rows.entries()) all[row] = cells[index];
  if (field.required && all.includes(null)) run.odd = true;
  return all;
}

interface ChildColumn extends ColumnParents {
  readonly child: ChildPlan;
  readonly objects: readonly unknown[];
}

/** Runs the levels of a column's objects: one for each type that there is. */
function runChild(run: PlanRun, field: FieldPlan, column: ChildColumn): Running {
  const { child, objects, record, context } = column;
  if (child.abstract === undefined) {
    const level = child.level(child.possible[0] ?? '');
    if (level.isTypeOf === undefined) {
      const only = new LevelRecord(level, objects.length, { record, field, numbers: undefined });
      record.kids[field.index] = { only, places: undefined };
      return runLevel(run, { record: only, sources: objects, context });
    }
  }
  const info = (number: number): ResolveInfo =>
    new ResolveInfo(run, field, { record, row: () => rowOf(record, field, number) });
  const types = typesOfObjects(run, field, { child, objects, context, info });
  if (types instanceof Promise) return types.then((known) => runMembers(run, field, { ...column, types: known, info }));
  return runMembers(run, field, { ...column, types, info });
}

interface MemberColumn extends ChildColumn {
  readonly types: ObjectTypes;
  readonly info: (number: number) => ResolveInfo;
}

function runMembers(run: PlanRun, field: FieldPlan, column: MemberColumn): Running {
  const { types, record } = column;
  const places: (ObjectRef | Fault)[] = new Array(types.length);
  record.kids[field.index] = { only: undefined, places };
  const numbersByType = new Map<string, number[]>();
  for (const [number, type] of types.entries()) {
    if (type instanceof Fault) places[number] = type;
    else numbersByType.set(type, [...(numbersByType.get(type) ?? []), number]);
  }
  return all([...numbersByType].map(([type, numbers]) => runMember(run, field, { ...column, places, numbers, type })));
}

interface Member extends MemberColumn {
  readonly type: string;
  /** Which of the column's objects are of the type. */
  readonly numbers: readonly number[];
  readonly places: (ObjectRef | Fault)[];
}

function runMember(run: PlanRun, field: FieldPlan, member: Member): Running {
  const { child, type, numbers, places, objects } = member;
  let level: LevelPlan;
  try {
    level = child.level(type);
  } catch (error) {
    for (const number of numbers) places[number] = run.fault(error, field.owner.extension);
    return undefined;
  }
  const { isTypeOf } = level;
  if (isTypeOf === undefined) return runPlaced(run, field, { ...member, level });
  const { context, info } = member;
  const question = { objects: numbers.map((number) => objects[number]), context, isTypeOf, type };
  const numberAt = (index: number): number => numbers[index] ?? 0;
  const faults = faultsOfObjects(run, field, { ...question, info: (index) => info(numberAt(index)) });
  return faults.then((found) => {
    for (const [index, fault] of found.entries()) if (fault !== undefined) places[numberAt(index)] = fault;
    const fine = numbers.filter((_number, index) => found[index] === undefined);
    return runPlaced(run, field, { ...member, level, numbers: fine });
  });
}

function runPlaced(run: PlanRun, field: FieldPlan, member: Member & { readonly level: LevelPlan }): Running {
  const { level, numbers, places, objects, record, context } = member;
  const kid = new LevelRecord(level, numbers.length, { record, field, numbers });
  for (const [index, number] of numbers.entries()) places[number] = new ObjectRef(kid, index);
  return runLevel(run, { record: kid, sources: numbers.map((number) => objects[number]), context });
}
