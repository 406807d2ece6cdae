import { type GraphQLOutputType, getNullableType, isListType, isNonNullType } from 'graphql';
import { isObject } from '#base';
import { pending } from '../plan/completion.ts';
import { Fault } from '../plan/fault.ts';
import { typeAlias } from '../plan/field-routes.ts';
import type { FieldPlan, OutputPlan } from '../plan/operation-plan.ts';
import { cellsWithRefs, type LevelRecord, ObjectRef } from './level-record.ts';

/** One object with answers of several extensions, each in a level of its own. */
export class JoinedRefs {
  readonly [typeAlias]: string;
  readonly refs: readonly ObjectRef[];
  /** Why an extension has no answer; null if it has no such object. */
  readonly hole: Fault | null;

  constructor(refs: readonly ObjectRef[], hole: Fault | null) {
    this[typeAlias] = refs[0]?.[typeAlias] ?? '';
    this.refs = refs;
    this.hole = hole;
  }

  /** The extensions' objects that have a field at this key. */
  with(key: string): readonly ObjectRef[] {
    return this.refs.filter(({ record }) => record.level.output.some((one) => one.key === key && !one.elsewhere));
  }
}

/** The cells of a response key, with references in place of objects. */
export function joinedCells(record: LevelRecord, { field, others }: OutputPlan): readonly unknown[] {
  if (field === undefined) return [];
  const cells = cellsWithRefs(record, field);
  return (others ?? []).reduce((joined, other) => {
    const more = cellsWithRefs(record, other);
    return joined.map((cell, row) => joinCells(cell, more[row]));
  }, cells);
}

/** Joins two extensions' answers at one place. The first one decides whether there is an object. */
export function joinCells(cell: unknown, other: unknown): unknown {
  if (Array.isArray(cell)) {
    const items: readonly unknown[] = Array.isArray(other) ? other : [];
    const isOne = items.length === cell.length;
    return cell.map((item, index) => joinCells(item, isOne ? items[index] : other));
  }
  const refs = refsOf(cell);
  if (refs.length === 0) return cell;
  const more = refsOf(other);
  const fault = other instanceof Fault ? other : null;
  const known = cell instanceof JoinedRefs ? cell.hole : null;
  return new JoinedRefs([...refs, ...more], known ?? fault);
}

function refsOf(cell: unknown): readonly ObjectRef[] {
  if (cell instanceof JoinedRefs) return cell.refs;
  return cell instanceof ObjectRef ? [cell] : [];
}

/** Whether all answers to be joined have objects at the same places. */
export function areAlike(record: LevelRecord): boolean {
  const joined = record.level.output.every(({ field, others }) =>
    (others ?? []).every((other) => {
      const [cells, more] = [field && record.cells[field.index], record.cells[other.index]];
      return cells?.every((cell, row) => isAlike(cell, more?.[row])) === true;
    }),
  );
  return joined && record.kids.every((kid) => kid === undefined || recordsOf(kid).every(areAlike));
}

function recordsOf({ only, places = [] }: NonNullable<LevelRecord['kids'][number]>): readonly LevelRecord[] {
  const records = new Set(places.flatMap((place) => (place instanceof ObjectRef ? [place.record] : [])));
  return only === undefined ? [...records] : [only, ...records];
}

function isAlike(cell: unknown, other: unknown): boolean {
  if (Array.isArray(cell))
    return (
      Array.isArray(other) && cell.length === other.length && cell.every((item, index) => isAlike(item, other[index]))
    );
  return cell === pending ? other === pending : true;
}

/** Makes the Fault for a null at a non-null place. */
export type WhenMissing = (field: FieldPlan) => Fault;

/** A column as plain data for representations. Without `whenMissing`, nulls at non-null places stay. */
export function plainColumn(
  record: LevelRecord,
  field: FieldPlan,
  whenMissing: WhenMissing | undefined,
): readonly unknown[] {
  const cells = cellsWithRefs(record, field);
  const isLeaf = field.child === undefined && field.lists === 0;
  // Leaves are plain data.
  if (isLeaf && !(field.required && whenMissing !== undefined)) return cells;
  return cells.map((cell) => plain(cell, { field, type: field.type, whenMissing }));
}

interface PlainCell {
  readonly field: FieldPlan;
  /** The type of the field, or of an item in its list. */
  readonly type: GraphQLOutputType;
  readonly whenMissing: WhenMissing | undefined;
}

function plain(cell: unknown, at: PlainCell): unknown {
  const { field, type, whenMissing } = at;
  if (cell === null || cell === undefined) return isNonNullType(type) ? (whenMissing?.(field) ?? cell) : cell;
  if (Array.isArray(cell)) {
    const list = getNullableType(type);
    const item = { ...at, type: isListType(list) ? list.ofType : list };
    const items = cell.map((one) => plain(one, item));
    return items.find((one) => one instanceof Fault) ?? items;
  }
  if (cell instanceof JoinedRefs) {
    const parts = cell.refs.map((ref) => plain(ref, at));
    return parts.find((part) => part instanceof Fault) ?? parts.reduce(mergeValues);
  }
  if (!(cell instanceof ObjectRef)) return cell;
  const { record, index } = cell;
  const entries = record.level.output.flatMap((output): readonly (readonly [string, unknown])[] => {
    if (output.elsewhere) return [];
    const { key, field: below, parts } = output;
    if (below === undefined) return [[key, record.level.type.name]];
    if (parts !== undefined) {
      const lists = parts.map((part) =>
        plain(cellsWithRefs(record, part)[index], { field: part, type: part.type, whenMissing }),
      );
      return [[key, lists.find((list) => list instanceof Fault) ?? lists.flat()]];
    }
    return [[key, plain(joinedCells(record, output)[index], { field: below, type: below.type, whenMissing })]];
  });
  return entries.find(([, value]) => value instanceof Fault)?.[1] ?? Object.fromEntries(entries);
}

export function mergeValues(known: unknown, value: unknown): unknown {
  if (!isObject(known) || !isObject(value)) return value;
  const keys = new Set([...Object.keys(known), ...Object.keys(value)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in value ? mergeValues(known[key], value[key]) : known[key]]),
  );
}
