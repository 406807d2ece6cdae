import { join } from 'node:path';
import { errorFinding, type Finding } from '#base';
import { type ExtensionManifest, migrationChecksum, migrationNumber, type SqlFile } from '#extensions';
import type { MigrationRecord } from './migration-history.ts';

/** The files of one extension, compared with what has run. */
interface HistoryComparison {
  /** Errors: nothing of the extension may run, and this code must not serve. */
  readonly findings: readonly Finding[];
  /** Migrations that have not run, in order. */
  readonly outstanding: readonly SqlFile[];
  /** Records above the highest number of the code: a newer version has run. */
  readonly ahead: readonly MigrationRecord[];
  /** The schema is built anew: an unreleased file that ran was edited or removed. */
  readonly rebuild?: true;
}

export interface CompareOptions {
  /** In development, a file below the highest record runs late: branches of a repository meet this way. */
  readonly development: boolean;
  /** Whether files that ran may change: in development, on the embedded database, and not in installed packages. */
  readonly rebuilds?: boolean | undefined;
}

/** Compares the files of an extension with its records. */
export function compareHistory(
  manifest: ExtensionManifest,
  history: readonly MigrationRecord[],
  { development, rebuilds = false }: CompareOptions,
): HistoryComparison {
  const records = history.filter(({ extension, state }) => extension === manifest.id && state === 'committed');
  const applied = new Set(records.map(({ name }) => name));
  const conflicts = new Map(records.map((record) => [record, conflictOf(manifest, record, applied)]));
  const taken = new Set(conflicts.values());
  const outstanding = manifest.migrations.filter((file) => !applied.has(file.name) && !taken.has(file));
  const highest = Math.max(0, ...manifest.migrations.map(({ name }) => migrationNumber(name)));
  const ahead = records.filter(({ number }) => number > highest);
  const changed = records.flatMap((record) =>
    recordFindings(manifest, record, { conflict: conflicts.get(record), highest }),
  );
  if (rebuilds && !isReleased(manifest) && changed.length + ahead.length > 0)
    return { findings: [], outstanding: manifest.migrations, ahead: [], rebuild: true };
  const findings = [
    ...changed,
    ...ahead.flatMap((record) => aheadFindings(manifest, record)),
    ...outstanding.flatMap((file) => orderFindings(file, records, { development, ahead })),
  ];
  return { findings, outstanding, ahead };
}

function isReleased({ folder }: ExtensionManifest): boolean {
  return folder.includes('/node_modules/');
}

/** A file with the number of a record whose own file is not there. */
function conflictOf(
  { migrations }: ExtensionManifest,
  record: MigrationRecord,
  applied: ReadonlySet<string>,
): SqlFile | undefined {
  if (migrations.some(({ name }) => name === record.name)) return undefined;
  return migrations.find(({ name }) => migrationNumber(name) === record.number && !applied.has(name));
}

function recordFindings(
  manifest: ExtensionManifest,
  record: MigrationRecord,
  { conflict, highest }: { readonly conflict: SqlFile | undefined; readonly highest: number },
): readonly Finding[] {
  const file = manifest.migrations.find(({ name }) => name === record.name);
  if (file !== undefined)
    return migrationChecksum(file) === record.checksum ? [] : [changedFinding(file, record, manifest)];
  if (conflict !== undefined) return [conflictFinding(conflict, record)];
  if (record.number > highest) return [];
  return [
    errorFinding('MIGRATION_MISSING', {
      where: missingPlace(manifest, record),
      what: `ran on ${record.applied_at}, but is no longer there, though later migrations are`,
      fix: 'Put the file back; to undo what it did, write a new migration.',
    }),
  ];
}

function changedFinding({ file }: SqlFile, { applied_at }: MigrationRecord, manifest: ExtensionManifest): Finding {
  const back = 'Put it back as it was, and write the change as a new migration.';
  const reset = `npx stoa db reset ${manifest.id}`;
  return errorFinding('MIGRATION_CHANGED', {
    where: { file, line: 1 },
    what: `ran on ${applied_at}, and was changed afterwards`,
    fix: isReleased(manifest)
      ? back
      : `If it was never released, run "${reset}", which empties the extension's tables and runs it anew. Otherwise: ${back}`,
  });
}

function conflictFinding(file: SqlFile, record: MigrationRecord): Finding {
  const isRenamed = migrationChecksum(file) === record.checksum;
  return errorFinding('MIGRATION_CONFLICT', {
    where: { file: file.file, line: 1 },
    what: `"${file.name}" has the number of "${record.name}", which ran on ${record.applied_at}${isRenamed ? ' with the same text' : ''}`,
    fix: isRenamed
      ? `Rename the file back to "${record.name}".`
      : `Give "${file.name}" the next free number, and put "${record.name}" back.`,
  });
}

function aheadFindings(manifest: ExtensionManifest, record: MigrationRecord): readonly Finding[] {
  const { kind, needs } = record;
  if (kind === 'expand') return [];
  if (needs !== null && manifest.migrations.some(({ name }) => migrationNumber(name) === needs)) return [];
  const allowed = needs === null ? 'only code that has it' : `only code that has migration ${padded(needs)}`;
  return [
    errorFinding('MIGRATION_AHEAD', {
      where: missingPlace(manifest, record),
      what: `ran on ${record.applied_at} and contracts: ${allowed} may run, and this code of ${manifest.id} has not`,
      fix: `Run a version that has "${record.name}"; to go back, bring back what it removed in a new migration first.`,
    }),
  ];
}

function orderFindings(
  file: SqlFile,
  records: readonly MigrationRecord[],
  { development, ahead }: CompareOptions & { readonly ahead: readonly MigrationRecord[] },
): readonly Finding[] {
  const later = development ? ahead : records.filter(({ number }) => number > migrationNumber(file.name));
  const [last] = later.toSorted((a, b) => b.number - a.number);
  if (last === undefined) return [];
  return [
    errorFinding('MIGRATION_ORDER', {
      where: { file: file.file, line: 1 },
      what: `has not run, but "${last.name}" has, on ${last.applied_at}`,
      fix: ahead.includes(last)
        ? `Deploy code that has both: a version that is behind the database runs no migration.`
        : `Give it a number above ${padded(last.number)}.`,
    }),
  ];
}

// Where the file would lie.
function missingPlace({ folder }: ExtensionManifest, { name }: MigrationRecord) {
  return { file: join(folder, 'migrations', name), line: 1 };
}

function padded(number: number): string {
  return String(number).padStart(3, '0');
}
