import type { FieldDefinitionNode } from 'graphql';
import { directivesOf, type Place, placeOf } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import type { AffectedConsumers } from './affected-consumers.ts';
import { type ChangeLevel, changePlace, type ShopChange } from './shop-change.ts';

/** A field to which several extensions may add, as one state of the shop has it. */
interface JoinedField {
  /** Undefined where no extension lets others add to it. */
  owner: WrittenPart | undefined;
  readonly contributors: Map<string, WrittenPart>;
}

interface WrittenPart {
  readonly extension: string;
  readonly where: Place;
}

type Draft = Omit<ShopChange, 'affects'>;

/** Compares who fills a list with `@gather`, or answers a field with `@dispatch`. */
export async function diffParts(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  const [old, current] = [joinedFields(before), joinedFields(after)];
  const changes = [...new Set([...old.keys(), ...current.keys()])].flatMap((name) =>
    fieldChanges(name, { before, after, old: old.get(name), current: current.get(name) }),
  );
  return Promise.all(
    changes.map(async (change) => ({
      ...change,
      affects: change.level === 'safe' ? [] : await affected.ofCoordinate(change.name, change.extension ?? undefined),
    })),
  );
}

interface TwoStates {
  readonly before: ShopState;
  readonly after: ShopState;
  readonly old: JoinedField | undefined;
  readonly current: JoinedField | undefined;
}

function fieldChanges(name: string, { before, after, old, current }: TwoStates): readonly Draft[] {
  const change =
    (level: ChangeLevel, code: string, what: string, state: ShopState) =>
    (part: WrittenPart): Draft => {
      const where = changePlace(state, part.where);
      return { level, subject: 'graphql', code, name, what: `"${name}" ${what}`, extension: part.extension, where };
    };
  const lost = [...(old?.contributors ?? [])].filter(([extension]) => current?.contributors.has(extension) !== true);
  const added = [...(current?.contributors ?? [])].filter(([extension]) => old?.contributors.has(extension) !== true);
  const closes = change('breaking', 'CONTRIBUTIONS_CLOSED', 'lets no other extension add to it any more', before);
  const opens = change('safe', 'CONTRIBUTIONS_OPENED', 'lets other extensions add to it', after);
  return [
    ...(old?.owner !== undefined && current?.owner === undefined ? [closes(old.owner)] : []),
    ...(old?.owner === undefined && current?.owner !== undefined ? [opens(current.owner)] : []),
    ...lost.map(([id, part]) => change('dangerous', 'PART_REMOVED', `has no part of ${id} any more`, before)(part)),
    ...added.map(([id, part]) => change('safe', 'PART_ADDED', `has a part of ${id}`, after)(part)),
  ];
}

function joinedFields({ collected }: ShopState): ReadonlyMap<string, JoinedField> {
  const found = new Map<string, JoinedField>();
  for (const { extension, shape } of [...collected.types.values()].flat())
    for (const field of shape.fields) {
      if (extension === undefined || !isJoined(field)) continue;
      const name = `${shape.name.value}.${field.name.value}`;
      const known = found.get(name) ?? { owner: undefined, contributors: new Map() };
      found.set(name, known);
      const part = { extension, where: placeOf(field) };
      if (has(field, 'contribute')) known.contributors.set(extension, part);
      else known.owner = part;
    }
  return found;
}

function isJoined(field: FieldDefinitionNode): boolean {
  return ['gather', 'dispatch', 'contribute'].some((name) => has(field, name));
}

function has(field: FieldDefinitionNode, name: string): boolean {
  return directivesOf(field, name).length > 0;
}
