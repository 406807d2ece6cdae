import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compare, gt, minVersion, satisfies, validRange } from 'semver';
import { type ExtensionManifest, isObject, pathExists, stoaVersion } from 'stoa/tooling';
import type { Concerned, StoaChange, TextEdit } from './change.ts';
import { stoaChanges } from './stoa-changes.ts';

/** A change of Stoa, and the places in one extension that it concerns. */
export interface Upgrade {
  readonly change: Pick<StoaChange, 'id' | 'since' | 'kind' | 'what'>;
  readonly places: readonly Concerned[];
  /** False when no file tells whether it concerns the extension. */
  readonly isSure: boolean;
}

export interface Upgraded {
  /** The version for which the extension was made: the least that its package.json allows. */
  readonly from: string;
  readonly to: string;
  readonly upgrades: readonly Upgrade[];
  /** Files that were changed, renamed or removed. */
  readonly mended: readonly string[];
}

export interface UpgradeOptions {
  /** Default: the least version that its package.json allows. */
  readonly from?: string | undefined;
  /** Default: the newest version with a change, or this Stoa, whichever is newer. */
  readonly to?: string | undefined;
  /** Whether to change files. */
  readonly write: boolean;
  readonly changes?: readonly StoaChange[];
}

/** Names what newer versions of Stoa change for an extension. With `write`, mends what needs no decision. */
export async function upgradeExtension(manifest: ExtensionManifest, options: UpgradeOptions): Promise<Upgraded> {
  const { write, changes = stoaChanges } = options;
  const from = options.from ?? (await leastVersion(manifest.folder));
  const to = options.to ?? newestOf([stoaVersion, ...changes.map(({ since }) => since)]);
  const due = changes.filter(({ since }) => gt(since, from) && !gt(since, to));
  const upgrades: Upgrade[] = [];
  const mended = new Set<string>();
  for (const { find, ...change } of [...due, rangeChange(options.to ?? stoaVersion)]) {
    const places = (await find?.(manifest)) ?? [];
    if (find !== undefined && places.length === 0) continue;
    upgrades.push({ change, places, isSure: find !== undefined });
    // One after the other: a change may concern a file that the one before has mended.
    if (write) for (const file of await mendAll(places)) mended.add(file);
  }
  return { from, to, upgrades, mended: [...mended] };
}

function newestOf(versions: readonly string[]): string {
  return versions.toSorted(compare).at(-1) ?? stoaVersion;
}

async function leastVersion(folder: string): Promise<string> {
  const { stoa } = await readManifest(join(folder, 'package.json'));
  const least = typeof stoa === 'string' && validRange(stoa) !== null ? minVersion(stoa) : null;
  return least?.version ?? '0.0.0';
}

/** The range of versions in package.json, which the gateway enforces. */
function rangeChange(to: string): StoaChange {
  return {
    id: 'range-of-versions',
    since: to,
    kind: 'breaking',
    what: `package.json must allow stoa ${to}, or a shop with it does not start.`,
    find: async ({ folder }) => {
      const file = join(folder, 'package.json');
      if (!(await pathExists(file))) return [];
      const { stoa, peerDependencies } = await readManifest(file);
      const peer = isObject(peerDependencies) ? peerDependencies.stoa : undefined;
      const text = await readFile(file, 'utf8');
      return [...new Set([stoa, peer])].flatMap((range) => {
        if (typeof range !== 'string' || validRange(range) === null || satisfies(to, range)) return [];
        const edits = [...text.matchAll(/"stoa"\s*:\s*"([^"]*)"/g)]
          .filter(([, found]) => found === range)
          .map((match) => {
            const end = match.index + match[0].length - 1;
            return { start: end - range.length, end, text: `^${to}` };
          });
        const line = text.slice(0, edits[0]?.start ?? 0).split('\n').length;
        return [{ file, line, fix: `Write "^${to}" for "${range}".`, mend: { kind: 'replace' as const, edits } }];
      });
    },
  };
}

async function readManifest(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!(await pathExists(file))) return {};
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  return isObject(value) ? value : {};
}

async function mendAll(places: readonly Concerned[]): Promise<readonly string[]> {
  const replaced = Map.groupBy(
    places.flatMap(({ file, mend }) => (mend?.kind === 'replace' ? mend.edits.map((edit) => ({ file, edit })) : [])),
    ({ file }) => file,
  );
  for (const [file, edits] of replaced) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      applied(
        text,
        edits.map(({ edit }) => edit),
      ),
    );
  }
  for (const { file, mend } of places) {
    if (mend?.kind === 'rename') await rename(file, mend.to);
    if (mend?.kind === 'remove') await rm(file);
  }
  return places.flatMap(({ file, mend }) => (mend === undefined ? [] : file));
}

/** Several places of a file may need the same import. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const once = [...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values()];
  return once
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((done, { start, end, text: by }) => done.slice(0, start) + by + done.slice(end), text);
}
