import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { isScalarType } from 'graphql';
import type { FieldGuard } from 'stoa/tooling';
import { definitionsOf, type ShopState } from '../shop/index.ts';
import type { AffectedConsumers } from './affected-consumers.ts';
import { type Affected, type ChangeLevel, changePlace, type ShopChange } from './shop-change.ts';

/** Compares schemas of clients and of extensions by graphql-inspector's rules. Names the users of what is removed. */
export async function diffGraphql(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  if (before.schema === undefined || after.schema === undefined) return [];
  if (before.inner === undefined || after.inner === undefined) return [];
  const vanished = vanishedTypes(before, after);
  const ofClients = await diff(before.schema, after.schema);
  const hasInternal = before.inner !== before.schema || after.inner !== after.schema;
  const ofExtensions = hasInternal ? await diff(before.inner, after.inner) : [];
  const known = new Set(ofClients.map(({ type, path }) => `${type} ${path}`));
  const changes = [...ofClients, ...ofExtensions.filter(({ type, path }) => !known.has(`${type} ${path}`))];
  const places = { before: definitionsOf(before), after: definitionsOf(after) };
  const read = changes
    // The use of a directive in SDL is internal. The changes of access that clients notice are compared below.
    .filter(({ type }) => !String(type).startsWith('DIRECTIVE_USAGE_'))
    .filter(({ path = '' }) => !vanished.has(path))
    .map(asRead);
  const removed = [...vanished].map(
    (name): ReadChange => ({ code: 'TYPE_REMOVED', name, what: `Type '${name}' was removed`, level: 'breaking' }),
  );
  return Promise.all(
    [...removed, ...read].map(async ({ code, name, what, level }): Promise<ShopChange> => {
      const definition = places.before.get(name) ?? places.after.get(name);
      const state = places.before.has(name) ? before : after;
      const where = definition === undefined ? null : changePlace(state, definition.where);
      const affects = level === 'safe' ? [] : await affectedBy(code, name, { affected, owner: definition?.extension });
      const extension = definition?.extension ?? null;
      return { level, subject: 'graphql', code, name, what, extension, where, affects };
    }),
  );
}

type ReadChange = Pick<ShopChange, 'code' | 'name' | 'what' | 'level'>;

function asRead({ type, path = '', message, criticality, meta }: Change): ReadChange {
  const code = String(type);
  return { code, name: path, what: message.replace(/\.$/, ''), level: levelOf(code, criticality.level, meta) };
}

function levelOf(code: string, level: CriticalityLevel, meta: unknown): ChangeLevel {
  // A new optional argument breaks no operation, and neither does a new interface on a type.
  const isOptional = code === 'FIELD_ARGUMENT_ADDED' && level === CriticalityLevel.Dangerous;
  if (isOptional || code === 'OBJECT_TYPE_INTERFACE_ADDED') return 'safe';
  if (code === 'INPUT_FIELD_ADDED' && level === CriticalityLevel.Dangerous) return 'safe';
  if (meta !== undefined && code === 'TYPE_KIND_CHANGED') return 'breaking';
  switch (level) {
    case CriticalityLevel.Breaking:
      return 'breaking';
    case CriticalityLevel.Dangerous:
      return 'dangerous';
    case CriticalityLevel.NonBreaking:
      return 'safe';
  }
}

/**
 * Removed types that other SDL still uses. The composition replaces them with a placeholder, so a schema diff
 * misses them.
 */
function vanishedTypes(before: ShopState, after: ShopState): ReadonlySet<string> {
  const defined = (state: ShopState): ReadonlySet<string> =>
    new Set([...state.collected.types].flatMap(([name, parts]) => (parts.some((part) => part.defines) ? name : [])));
  const [old, current] = [defined(before), defined(after)];
  return new Set(
    [...old].filter((name) => {
      if (current.has(name)) return false;
      const standIn = after.schema?.getType(name);
      return standIn !== undefined && (isScalarType(standIn) || after.collected.types.has(name));
    }),
  );
}

async function affectedBy(
  code: string,
  name: string,
  { affected, owner }: { readonly affected: AffectedConsumers; readonly owner: string | undefined },
): Promise<readonly Affected[]> {
  const own = await affected.ofCoordinate(name, owner);
  // An addition affects users of its parent, but only those whose documents become invalid.
  const parent = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
  if (parent === '' || !/_ADDED$|ARGUMENT_TYPE_CHANGED|^INPUT_FIELD|^UNION|^ENUM/.test(code)) return own;
  const known = new Set(own.map(({ kind, name: who }) => `${kind} ${who}`));
  const around = await affected.ofCoordinateIfInvalid(parent);
  return [...own, ...around.filter(({ kind, name: who }) => !known.has(`${kind} ${who}`))];
}

export async function diffGuards(
  before: ShopState,
  after: ShopState,
  affected: AffectedConsumers,
): Promise<readonly ShopChange[]> {
  const places = { before: definitionsOf(before), after: definitionsOf(after) };
  const names = [...new Set([...before.guards.keys(), ...after.guards.keys()])].filter(
    // Added and removed fields are reported as such.
    (name) => places.before.has(name) && places.after.has(name),
  );
  const changes = names.flatMap((name): readonly Omit<ShopChange, 'affects'>[] => {
    const [old, current] = [before.guards.get(name), after.guards.get(name)];
    if (guardText(old) === guardText(current)) return [];
    const definition = places.after.get(name);
    const where = definition === undefined ? null : changePlace(after, definition.where);
    const what = `"${name}" was for ${guardText(old)}, and is for ${guardText(current)}`;
    const level = current === undefined ? 'dangerous' : 'breaking';
    const extension = definition?.extension ?? null;
    return [{ level, subject: 'graphql', code: 'FIELD_ACCESS_CHANGED', name, what, extension, where }];
  });
  return Promise.all(
    changes.map(async (change) => ({
      ...change,
      affects: change.level === 'breaking' ? await affected.ofCoordinate(change.name) : [],
    })),
  );
}

function guardText(guard: FieldGuard | undefined): string {
  if (guard === undefined) return 'everybody';
  if (guard.scopes.length === 0) return 'whoever is signed in';
  return guard.scopes.map((sets) => sets.map((set) => set.join(' and ')).join(' or ')).join('; ');
}
