import { pending } from '../plan/completion.ts';
import { Fault } from '../plan/fault.ts';
import { typeAlias } from '../plan/field-routes.ts';
import type { FieldPlan, LevelPlan } from '../plan/operation-plan.ts';

/** What one run of a level found: a column for each field, with a cell for each object. */
export class LevelRecord {
  readonly level: LevelPlan;
  readonly size: number;
  /** By field number. */
  readonly cells: (readonly unknown[] | undefined)[];
  /** By field number: the objects in the cells, once their levels have run. */
  readonly kids: (Kid | undefined)[];
  /** By field number: columns that are still running. Most runs have none, so it is made on demand. */
  #waiting: (Promise<unknown> | undefined)[] | undefined;
  /** The column that the objects are from; undefined for the root. */
  readonly parent: ParentLink | undefined;

  constructor(level: LevelPlan, size: number, parent?: ParentLink) {
    this.level = level;
    this.size = size;
    this.parent = parent;
    const { length } = level.fields;
    this.cells = new Array(length);
    this.kids = new Array(length);
  }

  /** Notes that a field's column is running, or has to wait until it can begin. */
  wait({ index }: FieldPlan, running: Promise<unknown>): void {
    this.#waiting ??= [];
    this.#waiting[index] = running;
  }

  /** Notes that columns waited for this promise, and have begun. Those that still run have a promise of their own. */
  begun(fields: readonly FieldPlan[], promise: Promise<unknown>): void {
    for (const { index } of fields) if (this.#waiting?.[index] === promise) this.#waiting[index] = undefined;
  }

  /** Undefined when the field's column is there. */
  waitingFor({ index }: FieldPlan): Promise<unknown> | undefined {
    return this.#waiting?.[index];
  }
}

/** The objects of a level, and the context of their extension. */
export interface LevelObjects {
  readonly record: LevelRecord;
  readonly sources: readonly unknown[];
  readonly context: object | undefined;
}

export interface ParentLink {
  readonly record: LevelRecord;
  readonly field: FieldPlan;
  /** Each object's number among all objects of the column. Undefined if both are the same. */
  readonly numbers: readonly number[] | undefined;
}

/** The objects of one column, in the order of its cells. */
export interface Kid {
  /** Undefined when all objects are of one type, and so in `only`. */
  readonly places: readonly (ObjectRef | Fault)[] | undefined;
  readonly only: LevelRecord | undefined;
}

/** One object of a level that has run. */
export class ObjectRef {
  /** The name of the object's type, as in an extension's answer. */
  readonly [typeAlias]: string;
  readonly #record: LevelRecord;
  readonly #index: number;

  constructor(record: LevelRecord, index: number) {
    this[typeAlias] = record.level.typename;
    this.#record = record;
    this.#index = index;
  }

  get record(): LevelRecord {
    return this.#record;
  }

  get index(): number {
    return this.#index;
  }
}

/** A column with an {@link ObjectRef} for each object whose level has run. */
export function cellsWithRefs(record: LevelRecord, field: FieldPlan): readonly unknown[] {
  const cells = record.cells[field.index] ?? [];
  const kid = record.kids[field.index];
  if (kid === undefined) return cells;
  let number = 0;
  const next = (): unknown => {
    const at = number++;
    if (kid.only !== undefined) return new ObjectRef(kid.only, at);
    return kid.places?.[at];
  };
  return cells.map((cell) => replacePending(cell, next));
}

function replacePending(cell: unknown, next: () => unknown): unknown {
  if (cell === pending) return next();
  return Array.isArray(cell) ? cell.map((item) => replacePending(item, next)) : cell;
}

export function allFaults(record: LevelRecord): readonly FoundFault[] {
  return record.level.fields.flatMap((field): readonly FoundFault[] => {
    const kid = record.kids[field.index];
    const places = kid?.places ?? [];
    const faults = [...faultsIn(record.cells[field.index]), ...places.flatMap(faultsIn)];
    const below = new Set(places.flatMap((place) => (place instanceof ObjectRef ? [place.record] : [])));
    if (kid?.only !== undefined) below.add(kid.only);
    return [...faults.map((fault) => ({ fault, field })), ...[...below].flatMap(allFaults)];
  });
}

export interface FoundFault {
  readonly fault: Fault;
  readonly field: FieldPlan;
}

function faultsIn(cell: unknown): readonly Fault[] {
  if (cell instanceof Fault) return [cell];
  return Array.isArray(cell) ? cell.flatMap(faultsIn) : [];
}
