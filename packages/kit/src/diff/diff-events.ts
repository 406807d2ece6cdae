import type { ExtensionManifest } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import { diffInputSchema, type SchemaDifference } from './diff-json-schema.ts';
import { type Affected, changePlace, type ShopChange } from './shop-change.ts';

type Compared = Pick<ShopState, 'folder' | 'manifests'>;

type OwnedEvent = ExtensionManifest['events'][number] & { readonly extension: string };

/** Compares events: a payload only grows, since subscribers read it, and events of the old state may still wait. */
export function diffEvents(before: Compared, after: Compared): readonly ShopChange[] {
  const [old, current] = [eventsOf(before), eventsOf(after)];
  const removed = [...old.values()]
    .filter(({ name }) => !current.has(name))
    .map((event) => {
      const part = { level: 'breaking', code: 'EVENT_REMOVED', name: event.name } as const;
      const what = `"${event.name}" is not published any more`;
      return changeOf({ ...part, what }, { event, state: before, affects: takersOf(event.name, before, after) });
    });
  const others = [...current.values()].flatMap((event): readonly ShopChange[] => {
    const earlier = old.get(event.name);
    if (earlier === undefined) {
      const part = { level: 'safe', code: 'EVENT_ADDED', what: `"${event.name}" is published` } as const;
      return [changeOf({ ...part, name: event.name }, { event, state: after, affects: [] })];
    }
    return diffInputSchema(earlier.schema, event.schema, event.name).map((difference) => {
      const change = ofPayload(difference);
      const affects = change.level === 'safe' ? [] : takersOf(event.name, before, after);
      return changeOf(change, { event, state: after, affects });
    });
  });
  return [...removed, ...others];
}

function eventsOf({ manifests }: Compared): ReadonlyMap<string, OwnedEvent> {
  const events = manifests.flatMap(({ id, events }) => events.map((event) => ({ ...event, extension: id })));
  return new Map(events.map((event) => [event.name, event]));
}

/** The same difference for those who read it: what is wider for a sender, a reader may not expect. */
function ofPayload({ level, code, name, what }: SchemaDifference): SchemaDifference {
  const own = code.replace('INPUT_', 'PAYLOAD_');
  if (code === 'INPUT_FIELD_REMOVED') return { level, code: own, name, what: `"${name}" is gone` };
  if (code === 'INPUT_ADDED') return { level, code: own, name, what: `"${name}" may be there` };
  if (code === 'INPUT_REQUIRED') return { level, code: own, name, what: `"${name}" is missing in events that wait` };
  if (code === 'INPUT_OPTIONAL') return { level: 'breaking', code: own, name, what: `"${name}" may be missing` };
  return { level: level === 'safe' ? 'dangerous' : level, code: own, name, what };
}

interface Changed {
  readonly event: OwnedEvent;
  readonly state: Compared;
  readonly affects: readonly Affected[];
}

function changeOf(difference: SchemaDifference, { event, state, affects }: Changed): ShopChange {
  const where = changePlace(state, { file: event.file });
  return { ...difference, subject: 'event', extension: event.extension, where, affects };
}

function takersOf(event: string, before: Compared, after: Compared): readonly Affected[] {
  const kept = new Set(after.manifests.flatMap(({ id, tasks }) => tasks.map(({ name }) => `${id}.${name}`)));
  return before.manifests.flatMap(({ id, tasks }) =>
    tasks.flatMap((task): readonly Affected[] => {
      if (task.kind === 'job' || task.event !== event) return [];
      const name = `${id}.${task.name}`;
      const where = changePlace(before, { file: task.file });
      const state = kept.has(name) ? 'broken' : 'gone';
      return [{ kind: 'code', name, how: `takes ${event}`, where, pages: [], area: null, state }];
    }),
  );
}
