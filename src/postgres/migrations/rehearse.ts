import type { Client } from 'pg';
import { errorFinding, StartupError, throwIfErrors } from '#base';
import { type ExtensionManifest, migrationChecksum, migrationMark, type SqlFile } from '#extensions';
import { type AdminQuery, queryOn } from '../connection/connect.ts';
import { driver } from '../connection/driver.ts';
import { roleOf, schemaOf } from '../roles/extension-login.ts';
import type { PrepareOptions } from '../roles/prepare-schemas.ts';
import { readHistory } from './migration-history.ts';
import { runSqlFile, sqlFileFinding } from './run-sql-file.ts';

/** What `rehearse` calls, in this order. Each query has the extension's schema as its search_path. */
export interface Rehearsal<Found> {
  inspect(query: AdminQuery): Promise<Found>;
  /** Works, as the extension's role, where the schema is empty but for what the migrations make. All is undone. */
  compare(query: AdminQuery, found: Found): Promise<void>;
  /** Writes the migrations that lead to the schema as it is. They are recorded as having run. */
  write(): Promise<readonly SqlFile[]>;
}

/**
 * Runs all migrations of an extension in a transaction that is rolled back, next to the schema as it is. The caller
 * holds the lock on migrations. Throws StartupError MIGRATION_NOT_RUN or MIGRATION_FAILED.
 */
export async function rehearse<Found>(
  admin: Client,
  manifest: ExtensionManifest,
  { inspect, compare, write, ...options }: Rehearsal<Found> & PrepareOptions,
): Promise<void> {
  const query = queryOn(admin);
  await requireAllRun(query, manifest);
  const schema = schemaOf(manifest.id);
  await admin.query('begin');
  try {
    await admin.query(`set local search_path = ${schema}; set local timezone = 'UTC'; set local datestyle = 'ISO'`);
    const found = await inspect(query);
    // Its tables keep their rows and their readers. PostgreSQL shows others the old name until the end.
    await admin.query(`alter schema ${schema} rename to ${schema}_as_it_is`);
    await admin.query(`create schema ${schema}`);
    await becomeExtension(admin, manifest, options);
    await runFiles(admin, manifest.migrations);
    await compare(query, found);
  } finally {
    await admin.query('rollback');
  }
  const files = await write();
  for (const file of files) await record(query, manifest, file);
}

/** What has not run yet is no difference that an author made. */
async function requireAllRun(query: AdminQuery, { id, migrations }: ExtensionManifest): Promise<void> {
  const history = await readHistory(query);
  const applied = history.filter(({ extension, state }) => extension === id && state === 'committed');
  const outstanding = migrations.filter(({ name }) => applied.every((record) => record.name !== name));
  throwIfErrors(
    outstanding.map(({ file }) =>
      errorFinding('MIGRATION_NOT_RUN', {
        where: { file, line: 1 },
        what: 'has not run on this database, so that the schema lacks what it makes',
        fix: 'Run "npx stoa migrate" first.',
      }),
    ),
  );
}

/** Only the extension's role shows what its migrations may do. With `search-path` the administrator runs them. */
async function becomeExtension(
  admin: Client,
  { id }: ExtensionManifest,
  { isolation, database, gatewayRole }: PrepareOptions,
): Promise<void> {
  if (isolation === 'search-path') {
    await admin.query(`grant usage, create on schema ${schemaOf(id)} to ${driver().escapeIdentifier(gatewayRole)}`);
    return;
  }
  const role = roleOf(id, database);
  await admin.query(`grant usage, create on schema ${schemaOf(id)} to ${role}`);
  // A superuser needs no membership. Others get it until the rollback.
  await admin.query(`grant ${role} to current_user`);
  await admin.query(`set local role ${role}`);
}

async function runFiles(admin: Client, files: readonly SqlFile[]): Promise<void> {
  for (const file of files) {
    try {
      await runSqlFile(admin, file);
    } catch (error) {
      throw new StartupError([sqlFileFinding('MIGRATION_FAILED', file, error)]);
    }
  }
}

async function record(query: AdminQuery, { id }: ExtensionManifest, file: SqlFile): Promise<void> {
  const { kind, needs = null } = migrationMark(file);
  await query(
    'insert into stoa.migrations (extension, name, checksum, ms, kind, needs) values ($1, $2, $3, 0, $4, $5)',
    [id, file.name, migrationChecksum(file), kind, needs],
  );
}
