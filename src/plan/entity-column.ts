import { GraphQLError, GraphQLList, GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { isObject } from '../base/is-object.ts';
import type { Context } from '../extension-api.ts';
import { callBatch } from '../subschema/batched-resolver.ts';
import { awaited, type Limits, withinTime } from './call-limits.ts';
import { Fault } from './fault.ts';
import { type LevelRecord, plainColumn } from './level-record.ts';
import type { FieldPlan, StepPlan } from './operation-plan.ts';
import type { PlanRun } from './plan-run.ts';

/** What the objects of a level are asked for by, as one extension is asked. */
export interface Representations {
  /** One for each row: null where its key is null, and the Fault where that is what its key is. */
  readonly rows: readonly (Representation | null | Fault)[];
  /** Rows whose required field failed, by the fields that require it. */
  readonly blocked: ReadonlyMap<FieldPlan, ReadonlyMap<number, Fault>>;
}

export type Representation = Readonly<Record<string, unknown>>;

/** Makes the representations of all objects of a level from the columns that the step needs. */
export function representationsOf(record: LevelRecord, step: StepPlan): Representations {
  const { name: typename } = record.level.type;
  const needs = step.needs.map((need) => ({ ...need, column: plainColumn(record, need.field) }));
  const blocked = new Map<FieldPlan, Map<number, Fault>>();
  const rows: (Record<string, unknown> | null | Fault)[] = new Array(record.size);
  for (let row = 0; row < record.size; row++) {
    const representation: Record<string, unknown> = { __typename: typename };
    let hole: null | Fault | undefined;
    for (const { name, key, column, wantedBy } of needs) {
      const value = column[row];
      if (key && (value === null || value === undefined || value instanceof Fault))
        hole ??= value instanceof Fault ? value : null;
      else if (value instanceof Fault) for (const field of wantedBy) block(blocked, field, { row, fault: value });
      else representation[name] = name in representation ? merge(representation[name], value) : value;
    }
    rows[row] = hole === undefined ? representation : hole;
  }
  return { rows, blocked };
}

function block(
  blocked: Map<FieldPlan, Map<number, Fault>>,
  field: FieldPlan,
  { row, fault }: { readonly row: number; readonly fault: Fault },
): void {
  const rows = blocked.get(field) ?? new Map<number, Fault>();
  blocked.set(field, rows.set(row, fault));
}

/** Two field sets may select different fields of one object. */
function merge(known: unknown, value: unknown): unknown {
  if (!isObject(known) || !isObject(value)) return value;
  const keys = new Set([...Object.keys(known), ...Object.keys(value)]);
  return Object.fromEntries([...keys].map((key) => [key, key in value ? merge(known[key], value[key]) : known[key]]));
}

type Values = readonly unknown[];

/** Finds the entities of some representations: an object, null or Fault for each. Never throws or rejects. */
export function findEntities(
  run: PlanRun,
  step: StepPlan,
  { type, keys, context }: { readonly type: string; readonly keys: readonly object[]; readonly context: Context },
): Values | Promise<Values> {
  const { reference, owner } = step;
  const check = (value: unknown): unknown => entityOf(run, value, owner.extension);
  if (reference === undefined) return keys;
  const info = referenceInfo(run, step);
  const limits = run.limitsOf(owner);
  if (typeof reference === 'object') {
    const call = { parents: keys, args: {}, context, info, name: `${type}.__resolveReference` };
    const late = (error: Error): Values => keys.map(() => new Fault(error, owner.extension));
    const answers = callBatch(reference, call);
    if (answers instanceof Promise) return foundBy(withinTime(answers, limits, late), limits, check);
    const all = awaited(answers, limits);
    return all instanceof Promise ? all.then((values) => values.map(check)) : Array.from(all, check);
  }
  const values = keys.map((key) => {
    try {
      return reference(key, {}, context, info);
    } catch (error) {
      return run.fault(error, owner.extension, true);
    }
  });
  const found = awaited(values, limits);
  return found instanceof Promise ? found.then((all) => all.map(check)) : found.map(check);
}

async function foundBy(
  answers: PromiseLike<Values>,
  limits: Limits,
  check: (value: unknown) => unknown,
): Promise<Values> {
  return Array.from(await awaited(await answers, limits), check);
}

/** What `__resolveReference` gave, as the entity that `_entities` would have answered. */
function entityOf(run: PlanRun, value: unknown, extension: Limits['extension']): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Fault) return value.ofObject ? value : run.fault(value.error, extension, true);
  if (value instanceof Error) return run.fault(value, extension, true);
  if (typeof value === 'object') return value;
  const message =
    'Abstract type "_Entity" must resolve to an Object type at runtime for field "Query._entities". Either the "_Entity" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.';
  return run.fault(new GraphQLError(message), extension, true);
}

const unnamed = new GraphQLObjectType({ name: 'Query', fields: {} });

function referenceInfo({ plan, request }: PlanRun, { owner, fields }: StepPlan): GraphQLResolveInfo {
  const schema = owner.subschema?.schema ?? plan.schema;
  const parentType = schema.getQueryType() ?? unnamed;
  const { type } = parentType.getFields()._entities ?? { type: new GraphQLList(unnamed) };
  return {
    fieldName: '_entities',
    fieldNodes: fields.flatMap(({ nodes }) => nodes),
    returnType: type,
    parentType,
    path: { prev: undefined, key: '_entities', typename: parentType.name },
    schema,
    fragments: plan.fragments,
    rootValue: undefined,
    operation: plan.operation,
    variableValues: request.variables,
  };
}
