import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type ExtensionId, type Finding, type Logger, StartupError, throwIfErrors } from '#base';
import { type ExtensionManifest, migrationChecksum, migrationMark, type SqlFile } from '#extensions';
import { type AdminQuery, queryOn, withClient } from '../connection/connect.ts';
import { type CompareOptions, compareHistory } from './compare-history.ts';
import { type AppliedMigration, type MigrationRecord, readHistory, settleHistory } from './migration-history.ts';
import { rebuildSchema } from './rebuild-schema.ts';
import { runSqlFile, sqlFileFinding } from './run-sql-file.ts';

/** Milliseconds between two attempts to cancel what a migration does. */
const againMs = 100;

export interface SqlRunOptions extends CompareOptions {
  /** The administrator's connection. It has no other use meanwhile. */
  readonly admin: Client;
  readonly connectAs: (extension: ExtensionId) => Promise<Client>;
  readonly logger: Logger;
  /** Makes what is missing of an extension's schema and role. */
  readonly prepare: (extension: ExtensionId) => Promise<void>;
  /** Called before each migration. */
  readonly report: (step: string) => void;
  /** Stops between two migrations. */
  readonly signal: AbortSignal;
}

/**
 * Runs every outstanding migration, each in its own transaction. All histories are checked before anything runs. A
 * failure stops the other migrations of its extension, but not those of other extensions. Throws all findings
 * together. The caller holds the lock on migrations.
 */
export async function runMigrations(
  manifests: readonly ExtensionManifest[],
  options: SqlRunOptions,
): Promise<readonly AppliedMigration[]> {
  const query = queryOn(options.admin);
  const found = await readHistory(query);
  for (const { id } of manifests)
    if (found.some(({ extension, state }) => extension === id && state !== 'committed')) await settleHistory(query, id);
  const history = await readHistory(query);
  throwIfErrors(manifests.flatMap((manifest) => compareHistory(manifest, history, options).findings));

  const findings: Finding[] = [];
  const applied: AppliedMigration[] = [];
  for (const manifest of manifests.filter((each) => isDue(each, history, options))) {
    await keepMarks(query, manifest, history);
    const { outstanding, rebuild } = compareHistory(manifest, history, options);
    const done =
      rebuild === true ? await rebuildOne(manifest, options) : await runInOrder(manifest, outstanding, options);
    applied.push(...done.applied);
    findings.push(...done.findings);
  }
  if (findings.length > 0) throw new StartupError(findings);
  return applied;
}

interface Done {
  readonly applied: readonly AppliedMigration[];
  readonly findings: readonly Finding[];
}

async function rebuildOne(manifest: ExtensionManifest, options: SqlRunOptions): Promise<Done> {
  let applied: readonly AppliedMigration[] = [];
  const findings = await rebuildSchema(manifest.id, {
    ...options,
    prepare: () => options.prepare(manifest.id),
    async run() {
      const done = await runInOrder(manifest, manifest.migrations, options);
      ({ applied } = done);
      return done.findings;
    },
    async seed() {
      const work = (client: Client) => seedOne(client, manifest.seeds);
      const finding = manifest.seeds.length === 0 ? undefined : await withClient(options.connectAs(manifest.id), work);
      return finding === undefined ? [] : [finding];
    },
  });
  return { applied: findings.length === 0 ? applied : [], findings };
}

/** Whether there is anything to run or to write. */
export function isDue(
  manifest: ExtensionManifest,
  history: readonly MigrationRecord[],
  options: CompareOptions,
): boolean {
  const { outstanding, rebuild } = compareHistory(manifest, history, options);
  return (
    history.some(({ extension, state }) => extension === manifest.id && state !== 'committed') ||
    outstanding.length + newMarks(manifest, history).length > 0 ||
    rebuild === true
  );
}

/** Files whose mark differs from their record. A file without a mark keeps the one that its record has. */
function newMarks({ id, migrations }: ExtensionManifest, history: readonly MigrationRecord[]): readonly SqlFile[] {
  return migrations.filter((file) => {
    const { kind, needs = null, line } = migrationMark(file);
    const record = history.find(({ extension, name }) => extension === id && name === file.name);
    return line !== undefined && record !== undefined && (record.kind !== kind || record.needs !== needs);
  });
}

async function keepMarks(
  query: AdminQuery,
  manifest: ExtensionManifest,
  history: readonly MigrationRecord[],
): Promise<void> {
  for (const file of newMarks(manifest, history)) {
    const { kind, needs = null } = migrationMark(file);
    await query('update stoa.migrations set kind = $3, needs = $4 where extension = $1 and name = $2', [
      manifest.id,
      file.name,
      kind,
      needs,
    ]);
  }
}

/** Runs each extension's seed files in one transaction. Throws all findings together. The caller holds the lock. */
export async function runSeeds(
  manifests: readonly ExtensionManifest[],
  { connectAs, report }: Pick<SqlRunOptions, 'connectAs'> & Partial<Pick<SqlRunOptions, 'report'>>,
): Promise<readonly ExtensionId[]> {
  const findings: Finding[] = [];
  const seeded: ExtensionId[] = [];
  for (const manifest of manifests.filter(({ seeds }) => seeds.length > 0)) {
    report?.(`it loads the demonstration data of ${manifest.id}`);
    const finding = await withClient(connectAs(manifest.id), (client) => seedOne(client, manifest.seeds));
    if (finding === undefined) seeded.push(manifest.id);
    else findings.push(finding);
  }
  if (findings.length > 0) throw new StartupError(findings);
  return seeded;
}

async function runInOrder(
  manifest: ExtensionManifest,
  files: readonly SqlFile[],
  { admin, connectAs, logger, report, signal }: SqlRunOptions,
): Promise<Done> {
  const applied: AppliedMigration[] = [];
  if (files.length === 0) return { applied, findings: [] };
  return await withClient(connectAs(manifest.id), async (client) => {
    const stopCancelling = await cancelOnAbort(client, () => connectAs(manifest.id), signal);
    try {
      for (const file of files) {
        signal.throwIfAborted();
        report(`it runs ${manifest.id}/${file.name}`);
        logger.info('migration begins', { extension: manifest.id, migration: file.name });
        const ms = await runMigration(manifest.id, file, { client, query: queryOn(admin) });
        applied.push({ extension: manifest.id, name: file.name, ms });
        logger.info('migration done', { extension: manifest.id, migration: file.name, ms });
      }
      return { applied, findings: [] };
    } catch (error) {
      signal.throwIfAborted();
      const file = files[applied.length];
      if (file === undefined) throw error;
      return { applied, findings: [sqlFileFinding('MIGRATION_FAILED', file, error)] };
    } finally {
      await stopCancelling();
    }
  });
}

/**
 * The extension's role changes its schema, and only the administrator may write the history. These are two
 * connections, and one may commit without the other. So the history names the transaction before its commit. A
 * gateway that finds such a record later asks PostgreSQL for the transaction's state.
 */
async function runMigration(
  extension: ExtensionId,
  file: SqlFile,
  { client, query }: { readonly client: Client; readonly query: AdminQuery },
): Promise<number> {
  const started = performance.now();
  const key = [extension, file.name];
  const { kind, needs = null } = migrationMark(file);
  await client.query('begin');
  try {
    await runSqlFile(client, file);
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
    const ms = Math.round(performance.now() - started);
    await query(
      `insert into stoa.migrations (extension, name, checksum, ms, kind, needs, pending)
       values ($1, $2, $3, $4, $5, $6, $7::xid8)`,
      [...key, migrationChecksum(file), ms, kind, needs, rows[0]?.id],
    );
    await client.query('commit');
    await query('update stoa.migrations set pending = null where extension = $1 and name = $2', key);
    return ms;
  } catch (error) {
    // After a lost connection, the next run settles the record. The first error is the one to report.
    await client.query('rollback').then(
      () => settleHistory(query, extension),
      () => undefined,
    );
    throw error;
  }
}

/** Cancels the client's statements in PostgreSQL from the time when the signal is aborted. The result ends this. */
async function cancelOnAbort(
  client: Client,
  open: () => Promise<Client>,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  const ended = new AbortController();
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => {
    // A statement that cannot be cancelled runs to its end.
    cancelling = withClient(open(), async (other) => {
      // Between two statements there is nothing to cancel: the next one would run to its end.
      while (!ended.signal.aborted) {
        await other.query('select pg_cancel_backend($1)', [rows[0]?.id]);
        await sleep(againMs, undefined, { signal: ended.signal });
      }
    }).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal.removeEventListener('abort', cancel);
    ended.abort();
    await cancelling;
  };
}

async function seedOne(client: Client, seeds: readonly SqlFile[]): Promise<Finding | undefined> {
  await client.query('begin');
  for (const file of seeds) {
    try {
      await runSqlFile(client, file);
    } catch (error) {
      await client.query('rollback');
      return sqlFileFinding('SEED_FAILED', file, error);
    }
  }
  await client.query('commit');
  return undefined;
}
