import { isDeepStrictEqual } from 'node:util';
import { errorFinding, type Finding, type Logger, StartupError, throwIfErrors } from '#base';
import { type Config, type Overrides, placeInConfig, readConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import { assemble, buildGateway, type Gateway, type SharedParts } from '#gateway';
import type { DatabaseServer } from '#postgres';
import { tablesFor } from '#queue';
import type { Telemetry } from '#telemetry';
import type { BuildRequest, KeptSource } from './generation-host.ts';

/** The parts that all generations of one process share. */
export interface ReloadParts {
  readonly database: DatabaseServer;
  readonly shared: SharedParts;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly development: boolean;
  /** The environment from which the start read gateway.yaml. */
  readonly environment: NodeJS.ProcessEnv;
  readonly overrides: Overrides;
  /** The share of this process in the limits of gateway.yaml. Default: all of them. */
  readonly shareOf?: ((config: Config) => Config) | undefined;
}

export interface ReloadRequest extends BuildRequest {
  readonly running: Pick<Gateway, 'config' | 'routes'>;
}

/**
 * Builds the next gateway while the current one keeps serving. The caller replaces the current one in one
 * assignment. Throws StartupError with all findings; then nothing has changed.
 */
export async function buildNextGateway(request: ReloadRequest, parts: ReloadParts) {
  const { running, generation } = request;
  const { shared, shareOf = (whole) => whole } = parts;

  // 1. Read gateway.yaml. Settings that only a restart can change stay the same.
  const { config, findings } = await readNextConfig(request, parts);

  // 2. Inspect the extensions, and bundle those that changed.
  const { composed, meshes } = shared;
  const assembly = await assemble(shareOf(config), { before: running, composed, meshes });

  // 3. Load them, first in a trial thread, and join everything.
  const gateway = await buildGateway(assembly, { ...parts, generation });
  // `config` is that of the file. The gateway's own has the limits of this process.
  return { gateway, assembly, config, warnings: [...findings, ...assembly.findings, ...gateway.findings] };
}

/**
 * Reads gateway.yaml again, or a kept one. Settings that only a restart can change stay those of the running config.
 * Throws StartupError with all findings of the file.
 */
export async function readNextConfig(
  request: Pick<ReloadRequest, 'source' | 'text'> & { readonly running: Pick<Gateway, 'config'> },
  { environment, overrides }: Pick<ReloadParts, 'environment' | 'overrides'>,
): Promise<{ readonly config: Config; readonly findings: readonly Finding[] }> {
  const { running, source, text = source?.text } = request;
  const { file } = running.config;
  const reading = { environment, overrides, purpose: 'start', generatedSecrets: 'keep', text } as const;
  const read = await readConfig(file, reading);
  if (read.config === undefined) throw new StartupError(read.findings);
  const { config, findings } = keepRunningConfig(read.config, running.config);
  return {
    config: source === undefined ? config : withFolders(config, source),
    findings: [...read.findings, ...findings],
  };
}

interface NextTables {
  readonly running: readonly ExtensionManifest[];
  readonly next: readonly ExtensionManifest[];
  /** The config of the next generation. */
  readonly config: Config;
}

/** Runs the migrations of the next generation, as far as gateway.yaml allows it. Throws StartupError. */
export async function migrateNext(
  { running, next, config }: NextTables,
  { database, development }: Pick<ReloadParts, 'database' | 'development'>,
): Promise<void> {
  if (haveSameTables(running, next) && tablesFor(running) === tablesFor(next)) return;
  throwIfErrors(await database.checkMigrations(next));
  const mayMigrate = config.reload.migrate === 'always' || (development && config.reload.migrate === 'development');
  if (!mayMigrate) {
    const status = await database.migrationStatus(next);
    const due = status.filter(({ appliedAt }) => appliedAt === undefined);
    throwIfErrors(due.map(({ extension, name }) => outstanding(next, extension, name)));
  }
  // An extension without migrations still needs its schema and its role.
  await database.migrate(next, { added: tablesFor(next) });
}

function withFolders(config: Config, { folders, documents }: KeptSource): Config {
  const extensions = config.extensions.map((extension) => ({
    ...extension,
    resolve: folders.get(extension.name) ?? extension.resolve,
  }));
  const { persisted } = config.graphql;
  const graphql = { ...config.graphql, ...(persisted && { persisted: { ...persisted, documents } }) };
  return { ...config, extensions, graphql };
}

// Most edits change no migration. Then the database is not queried.
function haveSameTables(before: readonly ExtensionManifest[], after: readonly ExtensionManifest[]): boolean {
  const known = new Set(before.map(tablesOf));
  return after.every((manifest) => known.has(tablesOf(manifest)));
}

function tablesOf({ id, migrations }: ExtensionManifest): string {
  return JSON.stringify([id, migrations.map(({ name, text }) => [name, text])]);
}

function outstanding(manifests: readonly ExtensionManifest[], extension: string, name: string): Finding {
  const manifest = manifests.find(({ id }) => id === extension);
  const file = manifest?.migrations.find((migration) => migration.name === name)?.file ?? name;
  return errorFinding('MIGRATION_NOT_RUN', {
    where: { file, line: 1 },
    what: 'has not run, and a reload may not run it',
    fix: 'Run "npx stoa migrate" and save again, or set system.reload.migrate: always.',
  });
}

/**
 * The next config with what an open shop cannot change: host, port, size of a request head, database, jobs.
 * Each edit of them is a warning. All other edits apply.
 */
function keepRunningConfig(
  next: Config,
  running: Config,
): { readonly config: Config; readonly findings: readonly Finding[] } {
  const { host, port, admin, limits } = running.server;
  const { headerBytes } = limits;
  const isSame: Readonly<Record<string, boolean>> = {
    'server.host': next.server.host === host,
    'server.port': next.server.port === port,
    'server.limits.headerBytes': next.server.limits.headerBytes === headerBytes,
    'server.admin.host': next.server.admin.host === admin.host,
    'server.admin.port': next.server.admin.port === admin.port,
    database: isDeepStrictEqual(next.database, running.database),
    jobs: isDeepStrictEqual(next.jobs, running.jobs),
  };
  const changed = Object.keys(isSame).filter((key) => isSame[key] === false);
  const findings = changed.map((key): Finding => {
    const where = placeInConfig(next, key.split('.'));
    const what = `"${key}" has changed, which a gateway that runs cannot take over; everything else of the file was`;
    return { code: 'CONFIG_NEEDS_RESTART', severity: 'warning', where, what, fix: 'Restart the gateway.' };
  });
  return {
    config: {
      ...next,
      server: { ...next.server, host, port, admin, limits: { ...next.server.limits, headerBytes } },
      database: running.database,
      jobs: running.jobs,
    },
    findings,
  };
}
