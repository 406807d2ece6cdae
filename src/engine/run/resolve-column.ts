import { awaited, type Limits, withinTime } from '../plan/call-limits.ts';
import { Fault } from '../plan/fault.ts';
import { argumentsOf, copyOfInput } from '../plan/input-values.ts';
import type { FieldPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import { callBatch } from '../subschema/batched-resolver.ts';
import type { BatchResolver, Context, Resolver } from '../subschema/resolver.ts';
import type { LevelRecord } from './level-record.ts';
import { ResolveInfo } from './resolve-info.ts';

export interface ColumnParents {
  readonly sources: readonly unknown[];
  /** The row of each source. Undefined if each row has a source. */
  readonly rows: readonly number[] | undefined;
  /** Null or a Fault for each row without a source. */
  readonly holes: readonly unknown[] | undefined;
  readonly record: LevelRecord;
  /** Undefined for fields of the gateway itself. */
  readonly context: Context | undefined;
}

type Values = readonly unknown[];

/** Resolves one field for all parents, and awaits promises: a value or Fault for each. Never throws or rejects. */
export function resolveColumn(run: PlanRun, field: FieldPlan, parents: ColumnParents): Values | Promise<Values> {
  const { resolver, guard, own, owner } = field;
  const { sources, context } = parents;
  if (sources.length === 0) return [];
  try {
    if (own !== undefined) {
      const args = argumentsOf(run, field);
      return sources.map(() => own(args, run.request.scope));
    }
    if (context === undefined) return sources.map(() => null);
    const refused = guard?.(context);
    if (refused !== undefined) return sources.map(() => run.fault(refused, owner.extension));
    if (resolver === undefined)
      return awaited(readProperties(run, field, { ...parents, context }), run.limitsOf(owner));
    const call = { args: argumentsOf(run, field), context, parents };
    if (typeof resolver === 'object') return batch(run, field, { ...call, resolver });
    return awaited(callEach(run, field, { ...call, resolver }), run.limitsOf(owner), field.anyPromise);
  } catch (error) {
    return sources.map(() => run.fault(error, owner.extension));
  }
}

/** As graphql-js's default resolver: reads the property, and calls it if it is a method. */
function readProperties(
  run: PlanRun,
  field: FieldPlan,
  parents: ColumnParents & { readonly context: Context },
): unknown[] {
  const { sources } = parents;
  const { property } = field;
  const { length } = sources;
  const values: unknown[] = new Array(length);
  for (let index = 0; index < length; index++) {
    const source = sources[index];
    if (!hasProperties(source)) {
      // Set, since completion would skip a missing item of the array, and miss a null at a non-null place.
      values[index] = null;
      continue;
    }
    try {
      const value = source[property];
      values[index] = typeof value === 'function' ? callMethod(run, field, { source, index, parents }) : value;
    } catch (error) {
      values[index] = run.fault(error, field.owner.extension);
    }
  }
  return values;
}

/** Type guard. Any object may have properties. */
function hasProperties(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

interface MethodCall {
  readonly source: Record<string, unknown>;
  readonly index: number;
  readonly parents: ColumnParents & { readonly context: Context };
}

function callMethod(run: PlanRun, field: FieldPlan, { source, index, parents }: MethodCall): unknown {
  const { rows, record, context } = parents;
  const method = source[field.property];
  if (typeof method !== 'function') return method;
  const info = new ResolveInfo(run, field, { record, row: rows?.[index] ?? index });
  return Reflect.apply(method, source, [argumentsOf(run, field), context, info]);
}

interface ColumnCall<Called> {
  readonly resolver: Called;
  readonly args: Record<string, unknown>;
  readonly context: Context;
  readonly parents: ColumnParents;
}

function callEach(
  run: PlanRun,
  field: FieldPlan,
  { resolver, args, context, parents }: ColumnCall<Resolver>,
): unknown[] {
  const { sources, rows, record } = parents;
  const { length } = sources;
  const values: unknown[] = new Array(length);
  const hasArguments = field.definition.args.length > 0;
  for (let index = 0; index < length; index++) {
    const info = new ResolveInfo(run, field, { record, row: rows?.[index] ?? index });
    // A call may change its arguments, so each gets a copy. The last call gets the original.
    const own = index === length - 1 ? args : hasArguments ? copyOfInput(args) : {};
    try {
      values[index] = resolver(sources[index], own, context, info);
    } catch (error) {
      values[index] = run.fault(error, field.owner.extension);
    }
  }
  return values;
}

function batch(
  run: PlanRun,
  field: FieldPlan,
  { resolver, args, context, parents }: ColumnCall<BatchResolver>,
): Values | Promise<Values> {
  const { sources, rows, record } = parents;
  const info = new ResolveInfo(run, field, { record, row: rows?.[0] ?? 0 });
  const limits = run.limitsOf(field.owner);
  const answers = callBatch(resolver, { parents: sources.slice(), args, context, info, name: field.place });
  if (!(answers instanceof Promise)) return awaited(answers, limits, field.anyPromise);
  return batchInTime(answers, sources, limits);
}

async function batchInTime(answers: Promise<Values>, sources: Values, limits: Limits): Promise<Values> {
  return awaited(await withinTime(answers, limits, (error) => lateBatch(sources, error, limits)), limits);
}

function lateBatch(sources: Values, error: Error, { extension }: Limits): Values {
  const late = new Fault(error, extension);
  return sources.map(() => late);
}
