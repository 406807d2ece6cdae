import { isObjectType } from 'graphql';
import type { Context } from '../extension-api.ts';
import { findEntities, type Representations, representationsOf } from './entity-column.ts';
import { Fault } from './fault.ts';
import type { LevelRecord } from './level-record.ts';
import { faultsOfObjects } from './object-types.ts';
import { callsOfEntities, traceEntities } from './observe-call.ts';
import type { FieldPlan, StepPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';
import type { ColumnParents } from './resolve-column.ts';
import { ResolveInfo } from './resolve-info.ts';
import { all, type Running } from './running.ts';

/** Runs a field of a step; handed in, since fields lead to further levels. */
export type StartField = (field: FieldPlan, parents: ColumnParents) => Running;

interface Holes {
  readonly record: LevelRecord;
  /** By row: null or a Fault where there is no entity. */
  readonly holes: readonly unknown[];
  readonly blocked: Representations['blocked'];
}

/** Nothing can be asked for: every field gets what stands in its objects' places. */
export function failStep(step: StepPlan, parts: Holes, startField: StartField): readonly Running[] {
  return step.fields.map((field) =>
    startField(field, { ...parts, holes: holesOf(field, parts), rows: [], sources: [], context: undefined }),
  );
}

/** Asks an extension for the entities of a level, and runs the fields that it gives. */
export function runEntities(
  run: PlanRun,
  step: StepPlan,
  { record, startField }: { readonly record: LevelRecord; readonly startField: StartField },
): Running {
  const { rows: keys, blocked } = representationsOf(record, step);
  const rows: number[] = [];
  const asked: object[] = [];
  for (const [row, key] of keys.entries()) {
    if (key === null || key instanceof Fault) continue;
    if (blocked.size > 0 && step.fields.every((field) => blocked.get(field)?.has(row))) continue;
    rows.push(row);
    asked.push(key);
  }
  const failed = (holes: readonly unknown[]): Running => all(failStep(step, { record, holes, blocked }, startField));
  if (rows.length === 0) return failed(keys.map((key) => (key instanceof Fault ? key : null)));
  const context = run.begin(step.owner);
  if (context === undefined) return failed([]);
  if (context instanceof Fault)
    return failed(keys.map((key) => (key === null || key instanceof Fault ? key : context)));

  const calls = callsOfEntities(run, step);
  const begun = calls?.begin() ?? 0;
  const type = record.level.type.name;
  const find = () => findEntities(run, step, { type, keys: asked, context });
  const found = traceEntities(run, step, { type, count: asked.length, find });
  const proceed = (entities: readonly unknown[]): Running => {
    calls?.end(begun);
    return runFound(run, step, { record, startField, keys, rows, entities, blocked, context });
  };
  return found instanceof Promise ? found.then(proceed) : proceed(found);
}

interface FoundEntities {
  readonly record: LevelRecord;
  readonly startField: StartField;
  readonly keys: Representations['rows'];
  readonly blocked: Representations['blocked'];
  readonly rows: readonly number[];
  readonly entities: readonly unknown[];
  readonly context: Context;
}

function runFound(run: PlanRun, step: StepPlan, found: FoundEntities): Running {
  const { record, rows, entities, context } = found;
  const [field] = step.fields;
  const type = step.owner.subschema?.schema.getType(record.level.type.name);
  const isTypeOf = isObjectType(type) ? type.isTypeOf : undefined;
  if (isTypeOf === undefined || isTypeOf === null || field === undefined) return runFields(step, found);
  const objects = entities.filter((entity) => entity !== null && !(entity instanceof Fault));
  const info = (): ResolveInfo => new ResolveInfo(run, field, { record, row: rows[0] ?? 0 });
  const faults = faultsOfObjects(run, field, { objects, context, info, isTypeOf, type: record.level.type.name });
  return faults.then((all) => {
    const byObject = new Map(objects.map((object, index) => [object, all[index]]));
    return runFields(step, { ...found, entities: entities.map((entity) => byObject.get(entity) ?? entity) });
  });
}

function runFields(step: StepPlan, { startField, ...found }: FoundEntities): Running {
  const { record, keys, blocked, rows, entities, context } = found;
  const whole = rows.length === record.size && blocked.size === 0;
  if (whole && !entities.some((entity) => entity === null || entity instanceof Fault))
    return all(step.fields.map((field) => startField(field, { sources: entities, rows: undefined, record, context })));

  const byRow: unknown[] = keys.map((key) => (key instanceof Fault ? key : null));
  for (const [index, row] of rows.entries()) byRow[row] = entities[index];
  const live = rows.filter((row) => byRow[row] !== null && !(byRow[row] instanceof Fault));
  return all(
    step.fields.map((field) => {
      const refused = blocked.get(field);
      const own = refused === undefined ? live : live.filter((row) => !refused.has(row));
      const sources = own.map((row) => byRow[row]);
      const holes = holesOf(field, { record, holes: byRow, blocked });
      return startField(field, { sources, rows: own, holes, record, context });
    }),
  );
}

/** What stands in the rows that a field is not asked for. */
function holesOf(field: FieldPlan, { record, holes, blocked }: Holes): readonly unknown[] {
  const refused = blocked.get(field);
  return Array.from({ length: record.size }, (_, row) => {
    const hole = refused?.get(row) ?? holes[row];
    return hole instanceof Fault ? hole : null;
  });
}
