import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compareText } from '#base';
import type { Generation } from '#gateway';
import type { GenerationSummary, KeptState } from './generation-summary.ts';

/** The longest list of files of one extension. */
const mostFiles = 200;

export interface ComparableGenerations {
  list(): readonly Generation[];
  /** Undefined when it is not kept. */
  describe(number: number): Promise<KeptState | undefined>;
}

interface Compared {
  /** Default: the one that is kept before `to`. */
  readonly from: number | undefined;
  /** Default: the current one. */
  readonly to: number | undefined;
}

/** What differs between two generations on disk. Secrets are `***`. */
export async function readChanges(generations: ComparableGenerations, { from, to }: Compared) {
  const all = generations.list();
  const known = all.filter(({ state }) => state !== 'failed' && state !== 'gone').map(({ number }) => number);
  const later = to ?? all.find(({ state }) => state === 'current')?.number;
  const earlier = from ?? known.find((number) => later !== undefined && number < later);
  const [before, after] = await Promise.all(
    [earlier, later].map((number) => (number === undefined ? undefined : generations.describe(number))),
  );
  const missing = [
    ...(before === undefined && earlier !== undefined ? [earlier] : []),
    ...(after === undefined && later !== undefined ? [later] : []),
  ];
  const numbers = { from: earlier, to: later, known, missing };
  if (before === undefined || after === undefined)
    return { ...numbers, extensions: [], settings: [], pages: [], routes: [], schema: [] };
  const changed = (part: keyof GenerationSummary) => entryChanges(before.summary[part], after.summary[part]);
  return {
    ...numbers,
    extensions: await extensionChanges(before.folders, after.folders),
    settings: changed('settings'),
    pages: changed('pages'),
    routes: changed('routes'),
    schema: changed('schema'),
  };
}

type Entries = GenerationSummary[keyof GenerationSummary];

function entryChanges(before: Entries, after: Entries) {
  return namesOf(Object.keys(before), Object.keys(after)).flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    if (one?.join('\n') === other?.join('\n')) return [];
    return [{ name, before: one?.[0], after: other?.[0] }];
  });
}

type Folders = ReadonlyMap<string, string>;

async function extensionChanges(before: Folders, after: Folders) {
  const changes = await Promise.all(
    namesOf([...before.keys()], [...after.keys()]).map(async (id) => {
      const [one, other] = [before.get(id), after.get(id)];
      if (one === undefined) return { id, change: 'added', files: [] };
      if (other === undefined) return { id, change: 'removed', files: [] };
      // Generations share the copy of a folder that has not changed.
      const files = one === other ? [] : await fileChanges(one, other);
      return { id, change: 'changed', files };
    }),
  );
  return changes.filter(({ change, files }) => change !== 'changed' || files.length > 0);
}

async function fileChanges(before: string, after: string) {
  const [one, other] = await Promise.all([filesIn(before), filesIn(after)]);
  const changes: { readonly path: string; readonly change: string }[] = [];
  for (const path of namesOf(one, other)) {
    if (changes.length === mostFiles) break;
    if (!one.includes(path)) changes.push({ path, change: 'added' });
    else if (!other.includes(path)) changes.push({ path, change: 'removed' });
    else if (!(await readFile(join(before, path))).equals(await readFile(join(after, path))))
      changes.push({ path, change: 'changed' });
  }
  return changes;
}

/** Regular files only: a link may lead out of the folder, as that to `node_modules` does. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
}

function namesOf(before: readonly string[], after: readonly string[]): readonly string[] {
  return [...new Set([...before, ...after])].toSorted(compareText);
}
