import { type ExtensionManifest, migrationChecksum, migrationMark, type SqlFile } from 'stoa/tooling';
import type { ShopState } from '../shop/index.ts';
import { changePlace, type ShopChange } from './shop-change.ts';

type Verdict = Pick<ShopChange, 'level' | 'code' | 'what'>;

interface Sides {
  readonly before: readonly SqlFile[];
  readonly after: readonly SqlFile[];
}

/**
 * Migrations that only one state has, or that differ: whether both states can run on one database, as in a rolling
 * upgrade, and whether the old state can come back. Extensions that only one state has are other changes.
 */
export function diffMigrations(before: ShopState, after: ShopState): readonly ShopChange[] {
  return after.manifests.flatMap((manifest) => {
    const old = before.manifests.find(({ id }) => id === manifest.id);
    return old === undefined ? [] : diffExtension({ manifest: old, state: before }, { manifest, state: after });
  });
}

interface Side {
  readonly manifest: ExtensionManifest;
  readonly state: ShopState;
}

function diffExtension(old: Side, current: Side): readonly ShopChange[] {
  const sides = { before: old.manifest.migrations, after: current.manifest.migrations };
  const change = (file: SqlFile, { state }: Side, verdict: Verdict): ShopChange => ({
    ...verdict,
    subject: 'migration',
    name: `${current.manifest.id}.${file.name}`,
    extension: current.manifest.id,
    where: changePlace(state, { file: file.file, line: migrationMark(file).line ?? 1 }),
    affects: [],
  });
  return [
    ...sides.after.flatMap((file) => {
      const same = sides.before.find(({ name }) => name === file.name);
      const verdict = same === undefined ? addedVerdict(file, sides) : changedVerdict(same, file);
      return verdict === undefined ? [] : [change(file, current, verdict)];
    }),
    ...sides.before
      .filter(({ name }) => !sides.after.some((file) => file.name === name))
      .flatMap((file) => {
        const verdict = removedVerdict(file, sides);
        return verdict === undefined ? [] : [change(file, old, verdict)];
      }),
  ];
}

function addedVerdict(file: SqlFile, { before }: Sides): Verdict {
  const code = 'MIGRATION_ADDED';
  const number = numberOf(file.name);
  const taken = before.find(({ name }) => numberOf(name) === number);
  if (taken !== undefined) return { level: 'breaking', code: 'MIGRATION_CONFLICT', what: conflict(file, taken) };
  if (before.some(({ name }) => numberOf(name) > number)) {
    const what = 'comes before migrations that the old state has: where they ran, production refuses it';
    return { level: 'breaking', code: 'MIGRATION_ORDER', what };
  }
  const { kind, needs } = migrationMark(file);
  if (kind === 'expand')
    return { level: 'safe', code, what: 'expands: the old state runs beside it, and can come back' };
  if (needs !== undefined && has(before, needs))
    return {
      level: 'dangerous',
      code,
      what: `contracts, and the old state has ${padded(needs)}, which it needs: both run`,
    };
  const lacking = needs === undefined ? 'without it' : `without ${padded(needs)}, such as the old state`;
  const what = `contracts: once it has run, code ${lacking} does not start, and "stoa rollback" cannot go back to it`;
  return { level: 'breaking', code, what };
}

function changedVerdict(before: SqlFile, after: SqlFile): Verdict | undefined {
  const code = 'MIGRATION_CHANGED';
  if (migrationChecksum(before) !== migrationChecksum(after))
    return { level: 'breaking', code, what: 'has another text: where it ran, the new state does not start' };
  const [old, current] = [migrationMark(before), migrationMark(after)];
  if (old.kind === current.kind && old.needs === current.needs) return undefined;
  return { level: 'dangerous', code, what: `is marked as "${current.kind}", and was "${old.kind}"` };
}

/** The new state lacks it, as when an older version is deployed again. */
function removedVerdict(file: SqlFile, { after }: Sides): Verdict | undefined {
  const code = 'MIGRATION_REMOVED';
  const number = numberOf(file.name);
  // Reported with the file that took its number.
  if (has(after, number)) return undefined;
  if (after.some(({ name }) => numberOf(name) > number))
    return { level: 'breaking', code, what: 'is missing below others: where it ran, the new state does not start' };
  const { kind, needs } = migrationMark(file);
  if (kind === 'expand')
    return { level: 'dangerous', code, what: 'expands: where it ran, the new state runs beside it, without it' };
  if (needs !== undefined && has(after, needs))
    return {
      level: 'dangerous',
      code,
      what: `contracts: where it ran, the new state runs, since it has ${padded(needs)}`,
    };
  return { level: 'breaking', code, what: 'contracts: where it ran, the new state does not start' };
}

function conflict(file: SqlFile, taken: SqlFile): string {
  return `"${file.name}" has the number of "${taken.name}" of the old state: where that ran, the new state does not start`;
}

function has(files: readonly SqlFile[], number: number): boolean {
  return files.some(({ name }) => numberOf(name) === number);
}

function padded(number: number): string {
  return String(number).padStart(3, '0');
}

/** 3 for `003-rename-column.sql`. */
function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
