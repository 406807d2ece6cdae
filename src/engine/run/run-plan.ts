import type { FieldPlan, LostError, OperationPlan } from '../plan/operation-plan.ts';
import { type PlanRequest, PlanRun } from '../plan/plan-run.ts';
import { assemble } from './assemble.ts';
import { areAlike, joinedCells } from './joined-records.ts';
import { cellsWithRefs, LevelRecord } from './level-record.ts';
import type { Running } from './pending-group.ts';
import { runLevel, runStep } from './run-level.ts';

export type PlanOutcome =
  | { readonly kind: 'data'; readonly data: Record<string, unknown> }
  /** graphql-js completes the answer from the columns. */
  | { readonly kind: 'replay'; readonly roots: PlannedRoots };

/** Runs a plan. Failures of extensions lead to a replay. It rejects only for a bug of the engine. */
export function runPlan(plan: OperationPlan, request: PlanRequest): PlanOutcome | Promise<PlanOutcome> {
  const run = new PlanRun(plan, request);
  const record = new LevelRecord(plan.root, 1);
  const roots = new PlannedRoots(run, record);
  const running = plan.serial ? roots.inSeries() : runLevel(run, { record, sources: [undefined], context: undefined });
  const end = (): PlanOutcome => {
    const needsReplay = run.odd || plan.isPartial || (plan.joins.any && !areAlike(record));
    const data = needsReplay ? undefined : assemble(record)[0];
    return data === undefined ? { kind: 'replay', roots } : { kind: 'data', data };
  };
  return running === undefined ? end() : running.then(end);
}

/** The fields of Query or Mutation in one run. */
export class PlannedRoots {
  readonly record: LevelRecord;
  readonly #run: PlanRun;

  constructor(run: PlanRun, record: LevelRecord) {
    this.#run = run;
    this.record = record;
  }

  get lost(): readonly LostError[] {
    return this.#run.lost;
  }

  /** Stops at the first field that needs a replay: graphql-js decides whether the next one runs. */
  async inSeries(): Promise<void> {
    for (const step of this.record.level.steps) {
      await this.#start(step);
      if (this.#run.odd) return;
    }
  }

  /** Runs a root field, unless it has run. */
  run(field: FieldPlan): Running {
    if (this.record.cells[field.index] !== undefined) return undefined;
    const step = this.record.level.steps.find(({ fields }) => fields.includes(field));
    return step === undefined ? undefined : this.#start(step);
  }

  #start(step: LevelRecord['level']['steps'][number]): Running {
    return runStep(this.#run, step, { record: this.record, sources: [undefined], context: undefined });
  }
}

/** A column of a run, with references in place of objects. */
export interface Column {
  readonly field: FieldPlan;
  readonly cells: readonly unknown[];
  /** `@gather`: the columns whose lists follow each other. */
  readonly parts?: readonly Column[] | undefined;
}

/** A field's column by response key. */
export function cellsByKey(record: LevelRecord, key: string): Column | undefined {
  const output = record.level.output.find((one) => one.key === key);
  if (output?.field === undefined) return undefined;
  const parts = output.parts?.map((field) => ({ field, cells: cellsWithRefs(record, field) }));
  return { field: output.field, cells: parts?.[0]?.cells ?? joinedCells(record, output), parts };
}
