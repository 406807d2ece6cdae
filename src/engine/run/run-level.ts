import { settle } from '../plan/call-limits.ts';
import { type Complete, Sink } from '../plan/completion.ts';
import { Fault } from '../plan/fault.ts';
import type { ChildPlan, FieldPlan, LevelPlan, StepPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import type { Context } from '../subschema/resolver.ts';
import { type LevelObjects, LevelRecord, ObjectRef } from './level-record.ts';
import { faultsOfObjects, type ObjectTypes, typesOfObjects } from './object-types.ts';
import { callsOfColumn, findObserved, resolveTraced } from './observe-call.ts';
import { all, PendingGroup, type Running } from './pending-group.ts';
import type { ColumnParents } from './resolve-column.ts';
import { ResolveInfo, rowOf } from './resolve-info.ts';
import { failStep, runEntities } from './run-entities.ts';
import { typesByKey } from './run-typing.ts';

/** Runs all steps of a level, each as soon as what it needs is there. */
export function runLevel(run: PlanRun, objects: LevelObjects): Running {
  const together = new PendingGroup();
  for (const step of objects.record.level.steps) together.add(runStep(run, step, objects));
  return together.running;
}

export function runStep(run: PlanRun, step: StepPlan, objects: LevelObjects): Running {
  const { record, sources, context } = objects;
  switch (step.kind) {
    case 'own':
      return runFields(run, step, { sources, rows: undefined, holes: undefined, record, context });
    case 'root':
      return runRoot(run, step, objects);
    case 'entities': {
      const start = { run, step, record, startFields: runFields };
      const needed = columnsOf(step, record);
      // Columns of an entity step begin when its objects are there. Only then it is known how long they take.
      const begun = needed?.then(() => columnsOf(step, record)).then(() => runEntities(start)) ?? runEntities(start);
      if (!(begun instanceof Promise)) return begun.running;
      for (const field of step.fields) record.wait(field, begun);
      return begun.then(({ running }) => {
        record.begun(step.fields, begun);
        return running;
      });
    }
  }
}

/** The missing columns that a step needs. It waits for no other field of the steps that give them. */
function columnsOf({ needs }: StepPlan, record: LevelRecord): Promise<unknown> | undefined {
  const waiting = needs.flatMap(({ field }) => record.waitingFor(field) ?? []);
  return waiting.length === 0 ? undefined : Promise.all(waiting);
}

function runRoot(run: PlanRun, step: StepPlan, { record, sources }: LevelObjects): Running {
  const { backEnd } = step.owner;
  const fail = (fault: Fault): Running => {
    const holes = { record, holes: sources.map(() => fault), blocked: new Map() };
    return failStep({ run, step, record, startFields: runFields }, holes);
  };
  const context = run.begin(step.owner);
  if (context instanceof Fault) return fail(context);
  const proceed = (root: unknown): Running =>
    root instanceof Fault
      ? fail(root)
      : runFields(run, step, { sources: sources.map(() => root), rows: undefined, holes: undefined, record, context });
  if (backEnd?.root === undefined || context === undefined) return proceed(undefined);
  const { root } = backEnd;
  const find = () => root(run, step, context);
  const found = findObserved(run, step, { type: record.level.type.name, count: 1, find });
  return found instanceof Promise ? found.then(([one]) => proceed(one)) : proceed(found[0]);
}

/** Runs fields of a step on the same objects. */
function runFields(run: PlanRun, step: Pick<StepPlan, 'fields' | 'code'>, parents: ColumnParents): Running {
  const together = new PendingGroup();
  for (const field of fieldsLeft(step, parents)) together.add(new Column(run, field, parents).start());
  return together.running;
}

/** Reads the columns that the generated code can read, and gives the other fields. */
function fieldsLeft(
  { fields, code }: Pick<StepPlan, 'fields' | 'code'>,
  { rows, sources, record }: ColumnParents,
): readonly FieldPlan[] {
  if (code?.read === undefined || rows !== undefined) return fields;
  try {
    return code.read(sources, record.cells) ? code.others : fields;
  } catch {
    // A getter threw. It throws again when its own column is read, and becomes that field's error.
    return fields;
  }
}

/** Resolves and completes one field of a level's objects. */
class Column {
  readonly #run: PlanRun;
  readonly #field: FieldPlan;
  readonly #parents: ColumnParents;

  constructor(run: PlanRun, field: FieldPlan, parents: ColumnParents) {
    this.#run = run;
    this.#field = field;
    this.#parents = parents;
  }

  start(): Running {
    const calls = callsOfColumn(this.#field, this.#parents);
    const begun = calls?.begin() ?? 0;
    const values = resolveTraced(this.#run, this.#field, this.#parents);
    if (values instanceof Promise) {
      const running = values.then((settled) => {
        calls?.end(begun);
        return this.#complete(settled);
      });
      this.#parents.record.wait(this.#field, running);
      return running;
    }
    calls?.end(begun);
    const running = this.#complete(values);
    if (running !== undefined) this.#parents.record.wait(this.#field, running);
    return running;
  }

  /** Completes the column, and runs the level below it. */
  #complete(values: readonly unknown[]): Running {
    const field = this.#field;
    const { child } = field;
    const { record, rows, context } = this.#parents;
    const projected = child?.project === undefined || rows !== undefined ? undefined : project(child, values);
    if (projected !== undefined) {
      record.cells[field.index] = projected;
      return undefined;
    }
    const sink = new Sink();
    const cells = field.completeAll?.(values, sink) ?? completeEach(values, field.complete, sink);
    if (sink.unsettled) {
      const limits = this.#run.limitsOf(field.owner);
      const settled = Promise.all(values.map((value) => settle(value, field.lists, limits)));
      return settled.then((all) => this.#complete(all));
    }
    if (sink.odd) this.#run.odd = true;
    record.cells[field.index] = rows === undefined ? cells : this.#spread(cells, rows);
    if (child === undefined || sink.objects.length === 0) return undefined;
    return runChild(this.#run, field, { child, objects: sink.objects, record, context });
  }

  /** Puts cells at their rows, and null or a Fault at the other rows. */
  #spread(cells: readonly unknown[], rows: readonly number[]): readonly unknown[] {
    const { record, holes } = this.#parents;
    const all: unknown[] = Array.from({ length: record.size }, (_, row) => holes?.[row] ?? null);
    for (const [index, row] of rows.entries()) all[row] = cells[index];
    if (this.#field.required && all.includes(null)) this.#run.odd = true;
    return all;
  }
}

/** Loops by index, since an extension's array may lack items, which count as null. */
function completeEach(values: readonly unknown[], complete: Complete, sink: Sink): unknown[] {
  const { length } = values;
  const cells: unknown[] = new Array(length);
  for (let index = 0; index < length; index++) cells[index] = complete(values[index], sink);
  return cells;
}

/** Undefined when the data does not fit the projection. */
function project(child: ChildPlan, values: readonly unknown[]): readonly unknown[] | undefined {
  const { project, projectAll } = child;
  if (project === undefined) return undefined;
  const sink = new Sink();
  try {
    const cells = projectAll?.(values, sink) ?? completeEach(values, project, sink);
    if (!sink.odd && !sink.unsettled) return cells;
  } catch {
    // A getter threw. It throws again when its own column is read, and becomes that field's error.
  }
  child.bails++;
  // Such an extension will answer with promises or methods again.
  if (child.bails >= maxBails) child.project = undefined;
  return undefined;
}

const maxBails = 8;

interface ChildColumn {
  readonly record: LevelRecord;
  readonly context: Context | undefined;
  readonly child: ChildPlan;
  readonly objects: readonly unknown[];
}

/** Runs a level for each type among a column's objects. */
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
  const { typing } = child;
  const types =
    typing === undefined
      ? typesOfObjects(run, field, { child, objects, context, info })
      : typesByKey(run, field, { typing, objects, record, context, runLevel });
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
    else if (numbersByType.get(type)?.push(number) === undefined) numbersByType.set(type, [number]);
  }
  return all([...numbersByType].map(([type, numbers]) => runMember(run, field, { ...column, places, numbers, type })));
}

interface Member extends MemberColumn {
  readonly type: string;
  /** The numbers of the column's objects of this type. */
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
  // Clients must not see the type: graphql-js completes the answer without it.
  if (level.isHidden && !field.hidden) run.odd = true;
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
