import { errorFinding, type Finding, StartupError, throwIfErrors } from '../../base/findings/startup-error.ts';
import type { Logger } from '../../base/logger.ts';
import type { Overrides } from '../../config/build-config.ts';
import type { Config } from '../../config/config.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Environment } from '../../config/yaml/interpolate.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import { assemble } from '../../gateway/assemble.ts';
import { buildGateway } from '../../gateway/build-gateway.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { SharedParts } from '../../gateway/shared-parts.ts';
import type { DatabaseServer } from '../../postgres/database-server.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { keepRunningConfig } from './restart-only.ts';

/** The parts that all generations of one process share. */
export interface ReloadParts {
  readonly database: DatabaseServer;
  readonly shared: SharedParts;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly development: boolean;
  /** The environment from which the start read gateway.yaml. */
  readonly environment: Environment;
  readonly overrides: Overrides;
}

/** The sources of the next generation, when they are not the current files. */
export interface KeptSource {
  /** The text of gateway.yaml. */
  readonly text: string;
  /** A folder or file of persisted documents, if gateway.yaml names one. */
  readonly documents: string;
  /** By extension id. */
  readonly folders: ReadonlyMap<string, string>;
}

export interface ReloadRequest {
  readonly running: Gateway;
  readonly generation: number;
  readonly source?: KeptSource | undefined;
}

/**
 * Builds the next gateway while the current one keeps serving. The caller replaces the current one in one
 * assignment. Throws StartupError with all findings; then nothing has changed.
 */
export async function buildNextGateway(
  { running, generation, source }: ReloadRequest,
  { database, shared, logger, telemetry, development, environment, overrides }: ReloadParts,
): Promise<{ readonly gateway: Gateway; readonly warnings: readonly Finding[] }> {
  // 1. Read gateway.yaml.
  const { file } = running.config;
  const read = await readConfig(file, { environment, overrides, generatedSecrets: 'keep', text: source?.text });
  if (read.config === undefined) throw new StartupError(read.findings);

  // 2. Settings that only a restart can change stay the same.
  const kept = keepRunningConfig(read.config, running.config);
  const config = source === undefined ? kept.config : withFolders(kept.config, source);

  // 3. Inspect the extensions, and bundle those that changed.
  const assembly = await assemble(config, { before: running, composed: shared.composed, meshes: shared.meshes });

  // 4. Load them, first in a trial thread, and join everything.
  const gateway = await buildGateway(assembly, { logger, database, development, generation, shared, telemetry });

  // 5. Tables come last: a migration is not undone when a later step fails.
  try {
    const mayMigrate = config.reload.migrate === 'always' || (development && config.reload.migrate === 'development');
    if (!haveSameTables(running.manifests, gateway.manifests)) await migrate(gateway.manifests, database, mayMigrate);
  } catch (error) {
    await gateway.dispose();
    throw error;
  }
  return { gateway, warnings: [...read.findings, ...kept.findings, ...assembly.findings, ...gateway.findings] };
}

function withFolders(config: Config, { folders, documents }: KeptSource): Config {
  const extensions = config.extensions.map((extension) => ({
    ...extension,
    resolve: folders.get(extension.name) ?? extension.resolve,
  }));
  const { persisted } = config.graphql;
  const graphql = { ...config.graphql, persisted: persisted && { ...persisted, documents } };
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

async function migrate(
  manifests: readonly ExtensionManifest[],
  database: DatabaseServer,
  mayMigrate: boolean,
): Promise<void> {
  throwIfErrors(await database.checkMigrations(manifests));
  if (!mayMigrate) {
    const status = await database.migrationStatus(manifests);
    throwIfErrors(
      status
        .filter(({ appliedAt }) => appliedAt === undefined)
        .map(({ extension, name }) => outstanding(manifests, extension, name)),
    );
  }
  // An extension without migrations still needs its schema and its role.
  await database.migrate(manifests);
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
