import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorFinding, type Finding } from '../../base/findings/startup-error.ts';
import type { ExtensionId } from '../../base/ids.ts';
import type { ExtensionManifest, SqlFile } from '../../extensions/manifest.ts';
import type { AdminQuery } from '../connection/admin-query.ts';

/** A migration that has just run. */
export interface AppliedMigration {
  readonly extension: ExtensionId;
  readonly name: string;
  readonly ms: number;
}

/** One row of `stoa.migrations`. */
export interface MigrationRecord {
  readonly extension: string;
  readonly name: string;
  readonly checksum: string;
  /** ISO 8601. */
  readonly applied_at: string;
  /** The state of its transaction; null when PostgreSQL no longer has it. */
  readonly state: 'committed' | 'aborted' | 'in progress' | null;
}

/** The applied migrations; empty on a database that no gateway has used. */
export async function readHistory(query: AdminQuery): Promise<readonly MigrationRecord[]> {
  const [found] = await query<{ made: boolean }>(`select to_regclass('stoa.migrations') is not null as made`);
  if (found?.made !== true) return [];
  return await query<MigrationRecord>(
    `select extension, name, checksum, applied_at,
       case when pending is null then 'committed' else pg_xact_status(pending) end as state
     from stoa.migrations order by extension, name`,
  );
}

const settlePollMs = 50;

/**
 * Resolves records of a gateway that ended between recording a migration and its commit. The caller holds the
 * extension's lock.
 */
export async function settleHistory(query: AdminQuery, extension: ExtensionId): Promise<void> {
  const values = [extension];
  for (;;) {
    const rows = await query<{ state: MigrationRecord['state'] }>(
      'select pg_xact_status(pending) as state from stoa.migrations where extension = $1 and pending is not null',
      values,
    );
    // The dead gateway's session may still be running. PostgreSQL ends it as soon as it notices.
    if (!rows.some(({ state }) => state === 'in progress')) break;
    await sleep(settlePollMs);
  }
  await query(
    `delete from stoa.migrations where extension = $1 and pg_xact_status(pending) is distinct from 'committed' and pending is not null`,
    values,
  );
  await query('update stoa.migrations set pending = null where extension = $1 and pending is not null', values);
}

/** Line ends do not count, since Git may convert them. */
export function checksumOf(file: SqlFile): string {
  return createHash('sha256').update(file.text.replaceAll('\r\n', '\n')).digest('hex');
}

/** Migrations that have not run, in order. */
export function outstandingMigrations(
  manifest: ExtensionManifest,
  history: readonly MigrationRecord[],
): readonly SqlFile[] {
  const applied = new Set(recordsOf(manifest, history).map(({ name }) => name));
  return manifest.migrations.filter(({ name }) => !applied.has(name));
}

/** Migrations whose files changed after they ran. */
export function changedMigrations(
  manifest: ExtensionManifest,
  history: readonly MigrationRecord[],
): readonly Finding[] {
  const files = new Map(manifest.migrations.map((file) => [file.name, file]));
  return recordsOf(manifest, history).flatMap((record) => {
    const file = files.get(record.name);
    if (file === undefined)
      return errorFinding('MIGRATION_CHANGED', {
        where: { file: join(manifest.folder, 'migrations', record.name), line: 1 },
        what: `ran on ${record.applied_at}, but is no longer there`,
        fix: 'Put the file back; to undo what it did, write a new migration.',
      });
    if (checksumOf(file) === record.checksum) return [];
    return errorFinding('MIGRATION_CHANGED', {
      where: { file: file.file, line: 1 },
      what: `ran on ${record.applied_at}, and was changed afterwards`,
      fix: 'Put it back as it was, and write the change as a new migration.',
    });
  });
}

function recordsOf(manifest: ExtensionManifest, history: readonly MigrationRecord[]): readonly MigrationRecord[] {
  return history.filter(({ extension, state }) => extension === manifest.id && state === 'committed');
}
