import { Fault } from '../plan/fault.ts';
import type { FieldPlan, Representation, StepPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import { mergeValues, plainColumn } from './joined-records.ts';
import type { LevelRecord } from './level-record.ts';

/** The representations of a level's objects, for one extension. */
export interface Representations {
  /** By row. Null where the key is null, and a Fault where the key is a Fault. */
  readonly rows: readonly (Representation | null | Fault)[];
  /** By field: the rows where a field that it requires failed, or is null at a non-null place. */
  readonly blocked: ReadonlyMap<FieldPlan, ReadonlyMap<number, Fault>>;
}

/** Makes the representations of a level's objects from the columns that the step needs. */
export function representationsOf(run: PlanRun, record: LevelRecord, step: StepPlan): Representations {
  const { typename } = step;
  const whenMissing = (field: FieldPlan): Fault => run.requiredNull(field);
  const needs = step.needs.map((need) => ({
    ...need,
    column: plainColumn(record, need.field, need.key ? undefined : whenMissing),
  }));
  const blocked = new Map<FieldPlan, Map<number, Fault>>();
  const rows: (Record<string, unknown> | null | Fault)[] = new Array(record.size);
  for (let row = 0; row < record.size; row++) {
    const representation: Record<string, unknown> = { __typename: typename };
    let hole: null | Fault | undefined;
    for (const { name, key, part, column, wantedBy } of needs) {
      const value = column[row];
      if (key && (value === null || value === undefined || value instanceof Fault))
        hole ??= value instanceof Fault ? value : null;
      else if (value instanceof Fault) for (const field of wantedBy) block(blocked, field, { row, fault: value });
      else if (part) representation[name] = [representation[name] ?? [], value].flat();
      else representation[name] = name in representation ? mergeValues(representation[name], value) : value;
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
