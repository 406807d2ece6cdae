import { isObject } from '#base';
import { pending } from '../plan/completion.ts';
import { hasProtoKey } from '../plan/operation-plan.ts';
import { type Kid, type LevelRecord, ObjectRef } from './level-record.ts';

type Output = Record<string, unknown>;

/** Builds the answer of a run without faults: plain objects, of one shape for each level. */
export function assemble(record: LevelRecord): readonly Output[] {
  const { level, size, cells, kids } = record;
  for (const { index } of level.fields) {
    const kid = kids[index];
    if (kid !== undefined) cells[index] = finished(cells[index] ?? [], kid);
  }
  return level.makeRows === undefined ? makeRows(record) : level.makeRows(cells, size);
}

function makeRows({ level, cells, size }: LevelRecord): readonly Output[] {
  const rows: Output[] = new Array(size);
  const isBare = hasProtoKey(level);
  for (let row = 0; row < size; row++) {
    const object: Output = isBare ? Object.create(null) : {};
    for (const { key, field, others, parts, elsewhere } of level.output) {
      // `complete` sets the value later. The key is set here to keep the client's order.
      if (elsewhere) object[key] = undefined;
      else if (parts !== undefined) object[key] = parts.flatMap(({ index }) => cells[index]?.[row] ?? []);
      else object[key] = field === undefined ? level.type.name : cells[field.index]?.[row];
      for (const other of others ?? []) complete(object[key], cells[other.index]?.[row]);
    }
    rows[row] = object;
  }
  return rows;
}

/** Fills in the keys from another extension. Both answers have the same form (`areAlike`). */
function complete(answer: unknown, other: unknown): void {
  if (Array.isArray(answer) && Array.isArray(other))
    for (const [index, item] of answer.entries()) complete(item, other[index]);
  else if (isObject(answer) && isObject(other))
    for (const [key, value] of Object.entries(answer))
      if (value === undefined) Reflect.set(answer, key, other[key]);
      else complete(value, other[key]);
}

/** Puts the answers of the level below into a column. */
function finished(cells: readonly unknown[], kid: Kid): readonly unknown[] {
  const answers = answersOf(kid);
  // Each row is one object.
  if (kid.only !== undefined && kid.only.size === cells.length && cells.every((cell) => cell === pending))
    return answers;
  let number = 0;
  const next = (): unknown => answers[number++];
  return cells.map((cell) => (cell === pending ? next() : fill(cell, next)));
}

function fill(cell: unknown, next: () => unknown): unknown {
  if (!Array.isArray(cell)) return cell;
  // Completion made this array, so it may be changed in place.
  for (let index = 0; index < cell.length; index++) {
    const item: unknown = cell[index];
    if (item === pending) cell[index] = next();
    else if (Array.isArray(item)) fill(item, next);
  }
  return cell;
}

function answersOf({ only, places }: Kid): readonly unknown[] {
  if (only !== undefined) return assemble(only);
  const known = new Map<LevelRecord, readonly Output[]>();
  return (places ?? []).map((place) => {
    if (!(place instanceof ObjectRef)) return null;
    const rows = known.get(place.record) ?? assemble(place.record);
    known.set(place.record, rows);
    return rows[place.index];
  });
}
