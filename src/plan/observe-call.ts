import type { CallSeries } from '../telemetry/series.ts';
import { Fault } from './fault.ts';
import type { FieldPlan, StepPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';
import { type ColumnParents, resolveColumn } from './resolve-column.ts';

type Values = readonly unknown[];

/** Where a column counts as a call of its extension; undefined where none of the extension's code runs. */
export function callsOfColumn(field: FieldPlan, { sources }: ColumnParents): CallSeries | undefined {
  return field.resolver === undefined || sources.length === 0 ? undefined : field.owner.calls;
}

/** The same for the entities of a step: without `__resolveReference` they are their representations. */
export function callsOfEntities(step: StepPlan): CallSeries | undefined {
  return step.reference === undefined ? undefined : step.owner.calls;
}

/** Resolves a column in a span of its own, when requests are traced. */
export function resolveTraced(run: PlanRun, field: FieldPlan, parents: ColumnParents): Values | Promise<Values> {
  const { tracing } = run.request;
  if (tracing === undefined || field.resolver === undefined) return resolveColumn(run, field, parents);
  const name = field.place;
  const attributes = attributesOf(field.owner.extension, name, parents.sources.length);
  return tracing.span({ name, attributes }, () => resolveColumn(run, field, parents), failureIn);
}

/** Finds entities in a span of their own, when requests are traced. */
export function traceEntities(
  run: PlanRun,
  step: StepPlan,
  { type, count, find }: { readonly type: string; readonly count: number; find(): Values | Promise<Values> },
): Values | Promise<Values> {
  const { tracing } = run.request;
  if (tracing === undefined || step.reference === undefined) return find();
  const name = `${type}.__resolveReference`;
  return tracing.span({ name, attributes: attributesOf(step.owner.extension, name, count) }, find, failureIn);
}

function attributesOf(extension: string | undefined, field: string, count: number): Record<string, string | number> {
  return { 'stoa.extension': extension ?? 'stoa', 'graphql.field': field, 'stoa.objects': count };
}

function failureIn(values: unknown): unknown {
  const fault: unknown = Array.isArray(values) ? values.find((value) => value instanceof Fault) : undefined;
  return fault instanceof Fault ? fault.error : undefined;
}
