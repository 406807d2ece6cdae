import type { Client } from 'pg';
import { type ExtensionId, type Finding, StartupError, throwIfErrors } from '#base';
import type { ExtensionManifest } from '#extensions';
import { type AdminQuery, connect, queryOn, withClient } from './connection/connect.ts';
import { connectionError } from './connection/connection-finding.ts';
import type { MigrateOptions, Preparation } from './database-server.ts';
import { type CompareOptions, compareHistory } from './migrations/compare-history.ts';
import { unmarkedFindings } from './migrations/contracting-statements.ts';
import {
  type AppliedMigration,
  type MigrationRecord,
  mayReadHistory,
  readHistory,
} from './migrations/migration-history.ts';
import { type LockOptions, withMigrationLock } from './migrations/migration-lock.ts';
import { dropSchema } from './migrations/rebuild-schema.ts';
import { type Rehearsal, rehearse } from './migrations/rehearse.ts';
import { isDue, runMigrations, runSeeds } from './migrations/run-migrations.ts';
import { findUnprepared, type PrepareOptions, prepareSchemas, rotatePasswords } from './roles/prepare-schemas.ts';
import { requireAdministrator } from './roles/require-administrator.ts';

export interface MigratorOptions extends PrepareOptions, Pick<LockOptions, 'logger'> {
  readonly connectAs: (extension: ExtensionId) => Promise<Client>;
  readonly development: boolean;
  /** Whether unreleased migrations may change: see CompareOptions. */
  readonly rebuilds: boolean;
  /** Whether an extension that comes later gets its demonstration data at once. */
  readonly seedsLater: boolean;
}

/**
 * Makes what is missing of schemas and roles, then runs outstanding migrations. Takes the lock only if there is
 * something to do, so that a role that may only log in can start on a prepared database. Throws StartupError.
 */
export async function migrateDatabase(
  manifests: readonly ExtensionManifest[],
  migrator: MigratorOptions,
  { signal, report = () => undefined, rotate = false, added }: MigrateOptions = {},
): Promise<readonly AppliedMigration[]> {
  const options = { ...migrator, added };
  const { logger, settings, development, rebuilds } = options;
  const compare = { development, rebuilds };
  return await withAdministrator(options, signal, async (admin) => {
    const query = queryOn(admin);
    const ids = manifests.map(({ id }) => id);

    // 1. Look, and change nothing.
    const unprepared = await findUnprepared(query, ids, options);
    const history = (await mayReadHistory(query)) ? await readHistory(query) : [];
    throwIfErrors(historyFindings(manifests, history, compare));
    const due = manifests.filter((manifest) => isDue(manifest, history, compare));
    logAhead(manifests, history, options);
    if (!rotate && unprepared.own.length + unprepared.extensions.length + due.length === 0) return [];

    // 2. Is this user an administrator?
    const outstanding = due.flatMap((manifest) => compareHistory(manifest, history, compare).outstanding);
    await requireAdministrator(query, { ...options, unprepared, outstanding });
    throwIfErrors(await unmarkedFindings(outstanding));

    // 3. Change the database, one process at a time.
    const open = (onLost: (reason: string) => void) => connect(settings, onLost);
    return await withMigrationLock({ open, logger, report, signal }, async (held) => {
      const later = await findLater(query, manifests);
      await prepareSchemas(admin, ids, options);
      if (rotate) await rotatePasswords(admin);
      const prepare = (extension: ExtensionId) => prepareSchemas(admin, [extension], options);
      const applied = await runMigrations(manifests, { ...options, admin, report, signal: held, prepare });
      await seedLater(later, options);
      return applied;
    });
  });
}

/** Extensions with demonstration data that come to a database which has others. */
async function findLater(
  query: AdminQuery,
  manifests: readonly ExtensionManifest[],
): Promise<readonly ExtensionManifest[]> {
  const [own] = await query<{ used: boolean }>(
    `select to_regclass('stoa.extensions') is not null and to_regclass('stoa.unseeded') is null as used`,
  );
  if (own?.used !== true) return [];
  const rows = await query<{ extension: string }>('select extension from stoa.extensions');
  const known = new Set(rows.map(({ extension }) => extension));
  return manifests.filter(({ id, seeds }) => seeds.length > 0 && !known.has(id));
}

async function seedLater(later: readonly ExtensionManifest[], options: MigratorOptions): Promise<void> {
  const { logger, development, seedsLater } = options;
  if (later.length === 0 || !development) return;
  const extensions = later.map(({ id }) => id);
  if (seedsLater) {
    await runSeeds(later, options);
    logger.info('demonstration data of new extensions loaded', { extensions });
  } else {
    logger.info('new extensions have demonstration data: "npx stoa seed" loads it', { extensions });
  }
}

/** Empties the schema of one extension, runs its migrations and loads its demonstration data. Throws StartupError. */
export async function resetSchema(manifest: ExtensionManifest, options: MigratorOptions): Promise<void> {
  await withSchemas([manifest.id], options, async (admin, signal) => {
    await dropSchema(admin, manifest.id);
    const prepare = (extension: ExtensionId) => prepareSchemas(admin, [extension], options);
    await prepare(manifest.id);
    await runMigrations([manifest], { ...options, admin, report: () => undefined, signal, prepare });
    await runSeeds([manifest], options);
  });
}

/** Compares an extension's schema with what its migrations make: see Rehearsal. Throws StartupError. */
export async function rehearseMigrations<Found>(
  manifest: ExtensionManifest,
  rehearsal: Rehearsal<Found>,
  options: MigratorOptions,
): Promise<void> {
  await withSchemas([manifest.id], options, (admin) => rehearse(admin, manifest, { ...options, ...rehearsal }));
}

/** Runs the seed files of each extension. Prepares the schemas first, if needed. Throws StartupError. */
export async function seedDatabase(
  manifests: readonly ExtensionManifest[],
  options: MigratorOptions & Pick<MigrateOptions, 'report'>,
): Promise<readonly ExtensionId[]> {
  const ids = manifests.map(({ id }) => id);
  return await withSchemas(ids, options, async (admin) => {
    const seeded = await runSeeds(manifests, options);
    await admin.query('drop table if exists stoa.unseeded');
    return seeded;
  });
}

/** Works on the schemas of these extensions, which it prepares if needed, one process at a time. */
async function withSchemas<Result>(
  ids: readonly ExtensionId[],
  options: MigratorOptions,
  work: (admin: Client, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { logger, settings } = options;
  return await withAdministrator(options, undefined, async (admin) => {
    const unprepared = await findUnprepared(queryOn(admin), ids, options);
    await requireAdministrator(queryOn(admin), { ...options, unprepared, outstanding: [] });
    const open = (onLost: (reason: string) => void) => connect(settings, onLost);
    return await withMigrationLock({ open, logger }, async (signal) => {
      await prepareSchemas(admin, ids, options);
      return await work(admin, signal);
    });
  });
}

/** What keeps this code from serving on a database with this history. */
export function historyFindings(
  manifests: readonly ExtensionManifest[],
  history: readonly MigrationRecord[],
  options: CompareOptions,
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
  { logger, development, rebuilds }: Pick<MigratorOptions, 'logger' | 'development' | 'rebuilds'>,
): void {
  for (const manifest of manifests) {
    const { ahead } = compareHistory(manifest, history, { development, rebuilds });
    if (ahead.length > 0)
      logger.info('database ahead of the code', { extension: manifest.id, migrations: ahead.map(({ name }) => name) });
  }
}

async function withAdministrator<Result>(
  { settings, where }: Pick<MigratorOptions, 'settings' | 'where'>,
  signal: AbortSignal | undefined,
  work: (admin: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await withClient(connect(settings), work);
  } catch (error) {
    if (error instanceof StartupError || signal?.aborted === true) throw error;
    throw connectionError(error, settings, where);
  }
}
