import type { CallObserver } from '../plan/engine-observer.ts';
import { Fault } from '../plan/fault.ts';
import type { FieldPlan, StepPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import { type ColumnParents, resolveColumn } from './resolve-column.ts';

type Values = readonly unknown[];

/** Counts a column as one call. Undefined if the column runs no code of the extension, or calls are not counted. */
export function callsOfColumn(field: FieldPlan, { sources }: ColumnParents): CallObserver | undefined {
  return field.resolver === undefined || sources.length === 0 ? undefined : field.owner.calls;
}

/** Resolves a column, in a span of its own if requests are traced. */
export function resolveTraced(run: PlanRun, field: FieldPlan, parents: ColumnParents): Values | Promise<Values> {
  const { tracing } = run.request;
  if (tracing === undefined || field.resolver === undefined) return resolveColumn(run, field, parents);
  const name = field.place;
  const attributes = attributesOf(field.owner.extension, name, parents.sources.length);
  return tracing.span({ name, attributes }, () => resolveColumn(run, field, parents), failureIn);
}

/** Fetches the objects of a step. Counts the call, and traces it if requests are traced. */
export function findObserved(
  run: PlanRun,
  { owner, kind }: StepPlan,
  { type, count, find }: { readonly type: string; readonly count: number; find(): Values | Promise<Values> },
): Values | Promise<Values> {
  const { calls, extension } = owner;
  const { tracing } = run.request;
  const begun = calls?.begin() ?? 0;
  const name = kind === 'entities' ? `${type}.__resolveReference` : type;
  const found =
    tracing === undefined
      ? find()
      : tracing.span({ name, attributes: attributesOf(extension, name, count) }, find, failureIn);
  if (!(found instanceof Promise)) {
    calls?.end(begun);
    return found;
  }
  return found.then((values) => {
    calls?.end(begun);
    return values;
  });
}

function attributesOf(extension: string | undefined, field: string, count: number): Record<string, string | number> {
  return { 'stoa.extension': extension ?? 'stoa', 'graphql.field': field, 'stoa.objects': count };
}

function failureIn(values: unknown): unknown {
  const fault: unknown = Array.isArray(values) ? values.find((value) => value instanceof Fault) : undefined;
  return fault instanceof Fault ? fault.error : undefined;
}
