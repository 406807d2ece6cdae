import { type GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { ExtensionId } from '#base';
import { Fault, RequiredNull } from '../plan/fault.ts';
import type { FieldPlan } from '../plan/operation-plan.ts';
import type { EngineScope } from '../run/engine-operation.ts';
import { JoinedRefs, joinCells } from '../run/joined-records.ts';
import { allFaults, type LevelRecord, ObjectRef } from '../run/level-record.ts';
import { type Column, cellsByKey, type PlannedRoots } from '../run/run-plan.ts';
import {
  type AnswerParts,
  AnswerRun,
  type Cell,
  Failure,
  type FieldRequest,
  PartItem,
  type Row,
} from './answer-run.ts';
import { clientError } from './mask-and-log-errors.ts';
import { type Break, PartCheck } from './part-check.ts';

/**
 * Gives graphql-js the columns of a plan that could not be completed. graphql-js then decides which errors the client
 * sees, where, and which objects become null. No resolver runs twice. Fields of a mutation that have not run yet run
 * when graphql-js comes to them.
 */
export class ReplayRun extends AnswerRun {
  readonly #roots: PlannedRoots;
  readonly #columns = new WeakMap<LevelRecord, Map<string, ReturnType<typeof cellsByKey>>>();
  readonly #failures = new WeakMap<Fault, Failure | null>();

  constructor(roots: PlannedRoots, scope: EngineScope, parts: AnswerParts) {
    super(scope, parts);
    this.#roots = roots;
  }

  override async root(request: FieldRequest, info: GraphQLResolveInfo): Promise<Cell> {
    const { record } = this.#roots;
    const field = record.level.output.find(({ key }) => key === request.responseKey)?.field;
    if (field !== undefined) await this.#roots.run(field);
    return this.#cell(record, 0, { request, info });
  }

  override field(row: Row, request: FieldRequest, info: GraphQLResolveInfo): Cell {
    const { data } = row;
    if (data instanceof JoinedRefs) return this.#joined(data, row, { request, info });
    if (!(data instanceof ObjectRef)) throw new Error(`${row.type}.${request.name} is not in the columns`);
    // The extension that knows the field has no such object.
    if (data.record.level.output.some(({ elsewhere, key }) => elsewhere && key === request.responseKey))
      return { value: null, source: row.source };
    return this.#cell(data.record, data.index, { request, info });
  }

  override addLost(): void {
    for (const { error, extension, path } of this.#roots.lost)
      this.lost.push(this.mask.applyAt(error, { nodes: [], path }, extension));
  }

  /** Logs the errors that are not in the answer. */
  logTheRest(): void {
    for (const { fault, field } of allFaults(this.#roots.record)) {
      if (this.#failures.has(fault)) continue;
      this.mask.applyAt(fault.error, { nodes: field.nodes, path: [] }, fault.extension);
    }
  }

  /** A field of an object that joins answers of several extensions. */
  #joined(data: JoinedRefs, row: Row, { request, info }: FieldAsked): Cell {
    const refs = data.with(request.responseKey);
    const [only, ...more] = refs;
    if (only !== undefined && more.length === 0) return this.#cell(only.record, only.index, { request, info });
    const columns = refs.flatMap(({ record, index }) => {
      const column = this.#column(record, request.responseKey);
      return column === undefined ? [] : [{ ...column, cell: column.cells[index] }];
    });
    const [first, ...others] = columns;
    const extension = first?.field.owner.extension;
    if (first === undefined || extension === undefined) return this.#hole(data, row, { request, info });
    const cell = others.reduce((joined, other) => joinCells(joined, other.cell), first.cell);
    return { value: this.#value(cell, { field: first.field, info }), source: extension };
  }

  /** The extensions that know the field have no such object. */
  #hole({ hole, refs }: JoinedRefs, row: Row, { request, info }: FieldAsked): Cell {
    const field = refs[0]?.record.level.fields[0];
    if (hole === null || field === undefined) return { value: null, source: row.source };
    const at = { field: { ...field, nodes: request.nodes }, info };
    return { value: this.#value(hole, at), source: hole.extension ?? row.source };
  }

  #cell(record: LevelRecord, row: number, { request, info }: FieldAsked): Cell {
    const column = this.#column(record, request.responseKey);
    const extension = column?.field.owner.extension;
    if (column === undefined || extension === undefined) throw new Error(`no column for ${request.responseKey}`);
    if (column.parts !== undefined) return this.#gathered(column.parts, row, info);
    return { value: this.#value(column.cells[row], { field: column.field, info }), source: extension };
  }

  /** Joins the lists of all extensions. One that cannot stand in the answer is left out, with an error. */
  #gathered(parts: readonly Column[], row: number, info: GraphQLResolveInfo): Cell {
    const check = new PartCheck(info.schema, (record, key) => this.#column(record, key));
    const items: PartItem[] = [];
    const errors: GraphQLError[] = [];
    const broken = parts.filter(({ field, cells }) => {
      const [cell, source] = [cells[row], extensionOf(field)];
      const found = check.breakOf(cell, { type: field.type, field });
      if (found !== undefined) errors.push(...this.#brokenPart(found, { field, info }));
      else
        for (const item of Array.isArray(cell) ? cell : [])
          items.push(new PartItem(this.#value(item, { field, info }), source));
      return found !== undefined;
    });
    const source = extensionOf((broken[0] ?? parts[0])?.field);
    const isLost = broken.length === parts.length;
    const [first] = isLost ? errors : [];
    this.lost.push(...errors.filter((error) => error !== first && !isSameRefusal(error, first)));
    const failure = first === undefined ? null : new Failure(first);
    return { value: isLost ? failure : items, source };
  }

  /** The error of a part at the place of the whole list. None if the error has a path of its own elsewhere. */
  #brokenPart(found: Break, { field, info }: CellField): readonly GraphQLError[] {
    const location = { nodes: info.fieldNodes, path: responsePathAsArray(info.path) };
    if (found instanceof Fault) {
      const failure = this.#failure(found, { field, info });
      if (failure === null) return [];
      return [clientError(failure.error.message, { ...location, extensions: failure.error.extensions })];
    }
    const extension = extensionOf(found);
    this.mask.noteEmpty(found.place, extension, location.path);
    const message = `Cannot return null for non-nullable field ${found.place}.`;
    return [clientError(message, { ...location, extensions: { code: 'INTERNAL_SERVER_ERROR', extension } })];
  }

  #column(record: LevelRecord, key: string): ReturnType<typeof cellsByKey> {
    const columns = this.#columns.get(record) ?? new Map<string, ReturnType<typeof cellsByKey>>();
    this.#columns.set(record, columns);
    const known = columns.get(key) ?? cellsByKey(record, key);
    columns.set(key, known);
    return known;
  }

  #value(cell: unknown, at: CellField): unknown {
    if (cell instanceof Fault) return this.#failure(cell, at);
    return Array.isArray(cell) ? cell.map((item) => this.#value(item, at)) : cell;
  }

  /** Null for an error with a path of its own elsewhere. That error is reported in addition to the others. */
  #failure(fault: Fault, { field, info }: CellField): Failure | null {
    const known = this.#failures.get(fault);
    if (known !== undefined) return known;
    const path = responsePathAsArray(info.path);
    if (fault instanceof RequiredNull && fault.extension !== undefined)
      this.mask.noteEmpty(fault.place, fault.extension, path);
    const masked = this.mask.applyAt(fault.error, { nodes: field.nodes, path }, fault.extension);
    const failure = masked.path === path ? new Failure(masked) : null;
    if (failure === null) this.lost.push(masked);
    this.#failures.set(fault, failure);
    return failure;
  }
}

function extensionOf(field: FieldPlan | undefined): ExtensionId {
  if (field?.owner.extension === undefined) throw new Error(`${field?.place} belongs to no extension`);
  return field.owner.extension;
}

/** A caller who may not have a field gets one error for it, and not one for each part. */
function isSameRefusal({ message, extensions }: GraphQLError, other: GraphQLError | undefined): boolean {
  return message === other?.message && extensions.id === undefined && extensions.code === other.extensions.code;
}

interface FieldAsked {
  readonly request: FieldRequest;
  readonly info: GraphQLResolveInfo;
}

interface CellField {
  readonly field: FieldPlan;
  readonly info: GraphQLResolveInfo;
}
