import type { Client } from 'pg';
import { type ExtensionId, type Finding, StartupError, throwIfErrors } from '#base';
import type { ExtensionManifest } from '#extensions';
import { type AdminQuery, queryOn } from './connection/admin-query.ts';
import { type ConnectionSettings, connect } from './connection/connect.ts';
import { connectionError } from './connection/connection-finding.ts';
import type { MigrateOptions, Preparation } from './database-server.ts';
import { compareHistory } from './migrations/compare-history.ts';
import { unmarkedFindings } from './migrations/contracting-statements.ts';
import {
  type AppliedMigration,
  type MigrationRecord,
  mayReadHistory,
  readHistory,
} from './migrations/migration-history.ts';
import { type LockOptions, withMigrationLock } from './migrations/migration-lock.ts';
import { isDue, runMigrations, runSeeds } from './migrations/run-migrations.ts';
import { findUnprepared, type PrepareOptions, prepareSchemas, rotatePasswords } from './roles/prepare-schemas.ts';
import { requireAdministrator } from './roles/require-administrator.ts';

export interface MigratorOptions extends PrepareOptions, Pick<LockOptions, 'logger'> {
  /** The administrator's login: of `database.adminUrl`, or of `database.url`. */
  readonly settings: ConnectionSettings;
  readonly connectAs: (extension: ExtensionId) => Promise<Client>;
  readonly development: boolean;
}

/**
 * Makes what is missing of schemas and roles, then runs outstanding migrations. Takes the lock only if there is
 * something to do, so that a role that may only log in can start on a prepared database. Throws StartupError.
 */
export async function migrateDatabase(
  manifests: readonly ExtensionManifest[],
  options: MigratorOptions,
  { signal, report = () => undefined, rotate = false }: MigrateOptions = {},
): Promise<readonly AppliedMigration[]> {
  const { logger, settings, development } = options;
  return await withAdministrator(options, signal, async (admin) => {
    const query = queryOn(admin);
    const ids = manifests.map(({ id }) => id);

    // 1. Look, and change nothing.
    const unprepared = await findUnprepared(query, ids, options);
    const history = (await mayReadHistory(query)) ? await readHistory(query) : [];
    throwIfErrors(historyFindings(manifests, history, { development }));
    const due = manifests.filter((manifest) => isDue(manifest, history, { development }));
    logAhead(manifests, history, options);
    if (!rotate && unprepared.own.length + unprepared.extensions.length + due.length === 0) return [];

    // 2. Is this user an administrator?
    const outstanding = due.flatMap((manifest) => compareHistory(manifest, history, { development }).outstanding);
    await requireAdministrator(query, { ...options, unprepared, outstanding });
    throwIfErrors(await unmarkedFindings(outstanding));

    // 3. Change the database, one process at a time.
    const open = (onLost: (reason: string) => void) => connect(settings, onLost);
    return await withMigrationLock({ open, logger, report, signal }, async (held) => {
      await prepareSchemas(admin, ids, options);
      if (rotate) await rotatePasswords(admin);
      return await runMigrations(manifests, { ...options, admin, report, signal: held });
    });
  });
}

/** Runs the seed files of each extension. Prepares the schemas first, if needed. Throws StartupError. */
export async function seedDatabase(
  manifests: readonly ExtensionManifest[],
  options: MigratorOptions,
): Promise<readonly ExtensionId[]> {
  const { logger, settings } = options;
  return await withAdministrator(options, undefined, async (admin) => {
    const ids = manifests.map(({ id }) => id);
    const unprepared = await findUnprepared(queryOn(admin), ids, options);
    await requireAdministrator(queryOn(admin), { ...options, unprepared, outstanding: [] });
    const open = (onLost: (reason: string) => void) => connect(settings, onLost);
    return await withMigrationLock({ open, logger }, async () => {
      await prepareSchemas(admin, ids, options);
      const seeded = await runSeeds(manifests, options);
      await admin.query('drop table if exists stoa.unseeded');
      return seeded;
    });
  });
}

/** What keeps this code from serving on a database with this history. */
export function historyFindings(
  manifests: readonly ExtensionManifest[],
  history: readonly MigrationRecord[],
  options: { readonly development: boolean },
): readonly Finding[] {
  return manifests.flatMap((manifest) => compareHistory(manifest, history, options).findings);
}

/** What an administrator has to make, and what `migrate` would say if this user may not. Changes nothing. */
export async function examinePreparation(
  query: AdminQuery,
  extensions: readonly ExtensionId[],
  options: PrepareOptions,
): Promise<Preparation> {
  const unprepared = await findUnprepared(query, extensions, options);
  const missing = unprepared.own.length > 0 ? unprepared.own : unprepared.extensions.map((id) => `the schema of ${id}`);
  if (missing.length === 0) return { missing, findings: [] };
  try {
    await requireAdministrator(query, { ...options, unprepared, outstanding: [] });
    return { missing, findings: [] };
  } catch (error) {
    if (error instanceof StartupError) return { missing, findings: error.findings };
    throw error;
  }
}

function logAhead(
  manifests: readonly ExtensionManifest[],
  history: readonly MigrationRecord[],
  { logger, development }: Pick<MigratorOptions, 'logger' | 'development'>,
): void {
  for (const manifest of manifests) {
    const { ahead } = compareHistory(manifest, history, { development });
    if (ahead.length > 0)
      logger.info('database ahead of the code', { extension: manifest.id, migrations: ahead.map(({ name }) => name) });
  }
}

async function withAdministrator<Result>(
  { settings, where }: Pick<MigratorOptions, 'settings' | 'where'>,
  signal: AbortSignal | undefined,
  work: (admin: Client) => Promise<Result>,
): Promise<Result> {
  let admin: Client | undefined;
  try {
    admin = await connect(settings);
    return await work(admin);
  } catch (error) {
    if (error instanceof StartupError || signal?.aborted === true) throw error;
    throw connectionError(error, settings, where);
  } finally {
    await admin?.end();
  }
}
