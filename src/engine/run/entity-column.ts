import { Fault } from '../plan/fault.ts';
import type { FieldPlan, Representation, StepPlan } from '../plan/operation-plan.ts';
import type { PlanRun } from '../plan/plan-run.ts';
import { mergeValues, plainColumn } from './joined-records.ts';
import type { LevelRecord } from './level-record.ts';

/** What the objects of a level are asked for by, as one extension is asked. */
export interface Representations {
  /** One for each row: null where its key is null, and the Fault where that is what its key is. */
  readonly rows: readonly (Representation | null | Fault)[];
  /** Rows whose required field failed, or is null where it must not be, by the fields that require it. */
  readonly blocked: ReadonlyMap<FieldPlan, ReadonlyMap<number, Fault>>;
}

/** Makes the representations of all objects of a level from the columns that the step needs. */
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
    for (const { name, key, column, wantedBy } of needs) {
      const value = column[row];
      if (key && (value === null || value === undefined || value instanceof Fault))
        hole ??= value instanceof Fault ? value : null;
      else if (value instanceof Fault) for (const field of wantedBy) block(blocked, field, { row, fault: value });
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
