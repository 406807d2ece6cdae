import { Fault } from '../plan/fault.ts';
import type { FieldPlan, Representation, StepPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import type { Context } from '../subschema/resolver.ts';
import { type Representations, representationsOf } from './entity-column.ts';
import type { LevelRecord } from './level-record.ts';
import { faultsOfObjects } from './object-types.ts';
import { findObserved } from './observe-call.ts';
import { all, type Running } from './pending-group.ts';
import type { ColumnParents } from './resolve-column.ts';
import { ResolveInfo } from './resolve-info.ts';

export interface EntityStep {
  readonly run: PlanRun;
  readonly step: StepPlan;
  readonly record: LevelRecord;
  /** Runs fields of a step. Passed in, because fields lead to further levels. */
  startFields(run: PlanRun, step: Pick<StepPlan, 'fields' | 'code'>, parents: ColumnParents): Running;
}

interface Holes {
  readonly record: LevelRecord;
  /** By row: null or a Fault where there is no entity. */
  readonly holes: readonly unknown[];
  readonly blocked: Representations['blocked'];
}

/** The fields of a step have begun, and are done when this is. */
export interface Begun {
  readonly running: Running;
}

/** Fills the fields of a step that has no entities with the null or Fault of each row. */
export function failStep({ run, step, startFields }: EntityStep, parts: Holes): Running {
  const { record } = parts;
  return all(
    step.fields.map((field) => {
      const holes = holesOf(field, parts);
      return startFields(run, alone(field), { record, holes, rows: [], sources: [], context: undefined });
    }),
  );
}

/** One field of a step, since each field may skip different rows. */
function alone(field: FieldPlan): Pick<StepPlan, 'fields' | 'code'> {
  return { fields: [field], code: undefined };
}

/** Fetches the entities of a level from an extension, and begins the fields that the extension gives. */
export function runEntities(start: EntityStep): Begun | Promise<Begun> {
  const { run, step, record } = start;
  const asked = step.code?.represent?.(record.cells, record.size);
  if (asked === undefined) return runSome(start);
  const context = run.begin(step.owner);
  if (context === undefined || context instanceof Fault)
    return { running: failStep(start, { record, holes: asked.map(() => context ?? null), blocked: noneBlocked }) };
  const found = findEntities(start, asked, context);
  if (found instanceof Promise)
    return found.then((entities) => runFound(start, { entities, context, ...everyRow(asked) }));
  // Without `__resolveReference` representations are the entities, and none is missing.
  if (found === asked && step.isTypeOf === undefined) return { running: runWhole(start, found, context) };
  return runFound(start, { entities: found, context, ...everyRow(asked) });
}

function everyRow(asked: readonly Representation[]): Pick<FoundEntities, 'keys' | 'rows' | 'blocked'> {
  return { keys: asked, rows: asked.map((_key, row) => row), blocked: noneBlocked };
}

const noneBlocked: Representations['blocked'] = new Map();

/** Some keys may be null or Faults. */
function runSome(start: EntityStep): Begun | Promise<Begun> {
  const { run, step, record } = start;
  const { rows: keys, blocked } = representationsOf(run, record, step);
  const rows: number[] = [];
  const asked: Representation[] = [];
  for (const [row, key] of keys.entries()) {
    if (key === null || key instanceof Fault) continue;
    if (blocked.size > 0 && step.fields.every((field) => blocked.get(field)?.has(row))) continue;
    rows.push(row);
    asked.push(key);
  }
  const failed = (holes: readonly unknown[]): Begun => ({ running: failStep(start, { record, holes, blocked }) });
  if (rows.length === 0) return failed(keys.map((key) => (key instanceof Fault ? key : null)));
  const context = run.begin(step.owner);
  if (context === undefined) return failed([]);
  if (context instanceof Fault)
    return failed(keys.map((key) => (key === null || key instanceof Fault ? key : context)));
  const found = findUnblocked(start, { asked, rows, blocked }, context);
  const proceed = (entities: readonly unknown[]): Begun | Promise<Begun> =>
    runFound(start, { entities, context, keys, rows, blocked });
  return found instanceof Promise ? found.then(proceed) : proceed(found);
}

interface AskedRows {
  readonly asked: readonly Representation[];
  readonly rows: readonly number[];
  readonly blocked: Representations['blocked'];
}

/** A document runs all its fields. So objects with a blocked field get a document without that field. */
function findUnblocked(
  start: EntityStep,
  { asked, rows, blocked }: AskedRows,
  context: Context,
): readonly unknown[] | Promise<readonly unknown[]> {
  const { step } = start;
  if (blocked.size === 0 || step.owner.backEnd?.gives !== 'answers') return findEntities(start, asked, context);
  const fieldsOf = (row = 0): readonly FieldPlan[] => step.fields.filter((field) => !blocked.get(field)?.has(row));
  const keyed = asked.map((key, at) => ({ key, at, fields: fieldsOf(rows[at]) }));
  const groups = Map.groupBy(keyed, ({ fields }) => fields.map(({ index }) => index).join());
  const parts = [...groups.values()].map(async (group) => {
    const keys = group.map(({ key }) => key);
    const found = await findEntities({ ...start, step: partOf(step, group[0]?.fields ?? []) }, keys, context);
    return group.map(({ at }, index) => [at, found[index]] as const);
  });
  return Promise.all(parts).then((all) => {
    const foundAt = new Map(all.flat());
    return asked.map((_key, at) => foundAt.get(at));
  });
}

const parts = new WeakMap<StepPlan, StepPlan[]>();
const maxParts = 16;

/** A step with some of its fields. The same object for the same fields, so that its document is printed once. */
function partOf(step: StepPlan, fields: readonly FieldPlan[]): StepPlan {
  const known = parts.get(step) ?? [];
  parts.set(step, known);
  const same = known.find(
    (part) => part.fields.length === fields.length && part.fields.every((one, at) => one === fields[at]),
  );
  if (same !== undefined) return same;
  const part = { ...step, fields };
  if (known.length < maxParts) known.push(part);
  return part;
}

function findEntities(
  { run, step }: EntityStep,
  keys: readonly Representation[],
  context: Context,
): readonly unknown[] | Promise<readonly unknown[]> {
  const { backEnd } = step.owner;
  if (backEnd === undefined || !step.isCall) return keys;
  const type = step.typename;
  const find = () => backEnd.entities(run, step, { type, keys, context });
  return findObserved(run, step, { type, count: keys.length, find });
}

interface FoundEntities {
  readonly keys: Representations['rows'];
  readonly blocked: Representations['blocked'];
  readonly rows: readonly number[];
  readonly entities: readonly unknown[];
  readonly context: Context;
}

function runFound(start: EntityStep, found: FoundEntities): Begun | Promise<Begun> {
  const { run, step, record } = start;
  const { rows, entities, context } = found;
  const { isTypeOf } = step;
  const [field] = step.fields;
  if (isTypeOf === undefined || field === undefined) return { running: runFields(start, found) };
  const objects = entities.filter((entity) => entity !== null && !(entity instanceof Fault));
  const info = (): ResolveInfo => new ResolveInfo(run, field, { record, row: rows[0] ?? 0 });
  const faults = faultsOfObjects(run, field, { objects, context, info, isTypeOf, type: record.level.type.name });
  return faults.then((all) => {
    const byObject = new Map(objects.map((object, index) => [object, all[index]]));
    return { running: runFields(start, { ...found, entities: entities.map((one) => byObject.get(one) ?? one) }) };
  });
}

function runWhole(
  { run, step, record, startFields }: EntityStep,
  sources: readonly unknown[],
  context: Context,
): Running {
  return startFields(run, step, { sources, rows: undefined, holes: undefined, record, context });
}

function runFields(start: EntityStep, { keys, blocked, rows, entities, context }: FoundEntities): Running {
  const { run, step, record, startFields } = start;
  const whole = rows.length === record.size && blocked.size === 0;
  if (whole && !entities.some((entity) => entity === null || entity instanceof Fault))
    return runWhole(start, entities, context);

  const byRow: unknown[] = keys.map((key) => (key instanceof Fault ? key : null));
  for (const [index, row] of rows.entries()) byRow[row] = entities[index];
  const live = rows.filter((row) => byRow[row] !== null && !(byRow[row] instanceof Fault));
  return all(
    step.fields.map((field) => {
      const refused = blocked.get(field);
      const own = refused === undefined ? live : live.filter((row) => !refused.has(row));
      const sources = own.map((row) => byRow[row]);
      const holes = holesOf(field, { record, holes: byRow, blocked });
      return startFields(run, alone(field), { sources, rows: own, holes, record, context });
    }),
  );
}

/** The cells of the rows that skip a field: null or a Fault. */
function holesOf(field: FieldPlan, { record, holes, blocked }: Holes): readonly unknown[] {
  const refused = blocked.get(field);
  return Array.from({ length: record.size }, (_, row) => {
    const hole = refused?.get(row) ?? holes[row];
    return hole instanceof Fault ? hole : null;
  });
}
