import type { ExtensionId } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import { diffInputSchema, type SchemaDifference } from './diff-json-schema.ts';
import { changePlace, type ShopChange } from './shop-change.ts';

type Compared = Pick<ShopState, 'folder' | 'manifests'> & {
  readonly config: Pick<NonNullable<ShopState['config']>, 'extensions'> | undefined;
};

type Settings = NonNullable<ShopState['manifests'][number]['settings']>;

/** Compares settings of extensions that both states have: what may be set, and what gateway.yaml and defaults set. */
export function diffSettings(before: Compared, after: Compared): readonly ShopChange[] {
  const old = new Map(before.manifests.map(({ id, settings }) => [id, settings]));
  return after.manifests.flatMap(({ id, settings: current }): readonly ShopChange[] => {
    const earlier = old.get(id);
    if (!old.has(id) || (earlier ?? current) === undefined) return [];
    const differences = diffInputSchema(earlier?.schema ?? none, current?.schema ?? none, id).map((difference) =>
      ofSetting(difference, earlier?.live ?? []),
    );
    const state = current === undefined ? before : after;
    const where = changePlace(state, { file: (current ?? earlier)?.file ?? '' });
    const all = [...differences, ...diffValues(id, [earlier, current], [before, after])];
    return all.map((change) => ({ ...change, subject: 'setting', extension: id, where, affects: [] }));
  });
}

const none = { type: 'object', additionalProperties: false };

/** The same difference for an operator, and for a merchant whose values are stored. Findings say what is wrong now. */
function ofSetting({ level, code, name, what }: SchemaDifference, live: readonly string[]): SchemaDifference {
  const own = code.replace('INPUT_', 'SETTING_');
  if (code === 'INPUT_ADDED') return { level, code: own, name, what: `"${name}" may be set` };
  if (code === 'INPUT_OPTIONAL') return { level, code: own, name, what: `"${name}" need not be set` };
  if (level === 'safe') return { level, code: own, name, what };
  const text = code === 'INPUT_REQUIRED' ? `"${name}" must be set` : what;
  const isLive = live.includes(name.split(/[.[]/)[1] ?? '');
  const note = isLive ? '. The shop may have stored a value that is refused, and takes the default instead' : '';
  return { level: 'dangerous', code: own, name, what: text + note };
}

/** Secrets are printed as `***`. */
function diffValues(
  id: ExtensionId,
  settings: readonly (Settings | undefined)[],
  states: readonly Compared[],
): readonly SchemaDifference[] {
  const [old = {}, now = {}] = settings.map((each) => each?.values ?? {});
  const written = states.flatMap(({ config }) => config?.extensions.find(({ name }) => name === id)?.settings ?? []);
  const isSecret = (pointer: string, value: unknown): boolean =>
    written.some((each) => each.isSecret(pointer)) ||
    (typeof value === 'object' &&
      Object.entries(value ?? {}).some(([key, each]) => isSecret(`${pointer}/${key}`, each)));
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted().flatMap((key) => {
    const [one, other] = [JSON.stringify(old[key]), JSON.stringify(now[key])];
    if (one === other) return [];
    const isMasked = isSecret(`/${key}`, old[key]) || isSecret(`/${key}`, now[key]);
    const shown = (text: string | undefined): string => (text === undefined ? 'not set' : isMasked ? '***' : text);
    const name = `${id}.${key}`;
    const what = `"${name}" was ${shown(one)}, and is ${shown(other)}`;
    return [{ level: one === undefined ? 'safe' : 'dangerous', code: 'SETTING_CHANGED', name, what }];
  });
}
