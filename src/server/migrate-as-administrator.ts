import { openAdminServices } from '#admin';
import { type Finding, type Logger, standardErrorLog } from '#base';
import { adminUrlVariables, type Config, loadConfig, type Overrides } from '#config';
import { assemble } from '#gateway';
import { openDatabase } from '#postgres';
import { tablesFor } from '#queue';

export interface AdministratorOptions {
  readonly overrides: Overrides;
  readonly logger: Logger;
  readonly development: boolean;
  readonly signal: AbortSignal;
  readonly warn: (warnings: readonly Finding[]) => void;
}

/**
 * The part of a start that has the administrator's credential. Where the environment has the variables of
 * `database.adminUrl`, it migrates, and then starts the same program in this process without them. It loads no module
 * of an extension. Neither the memory nor the environment of the process that serves ever has the credential. Throws
 * StartupError, and the signal's reason.
 */
export async function migrateAsAdministrator(file: string, options: AdministratorOptions): Promise<void> {
  const variables = await adminUrlVariables(file, process.env);
  if (variables.length === 0) return;
  const { overrides } = options;
  const reading = { environment: process.env, overrides, purpose: 'start', readsAdminUrl: true } as const;
  const config = await loadConfig(file, reading);
  await migrate(config, options);
  options.signal.throwIfAborted();
  // The call that follows drops what waits in memory.
  await standardErrorLog().flush(flushMs);
  startAgainWithout(variables);
}

const flushMs = 1_000;

async function migrate(config: Config, { logger, development, signal, warn }: AdministratorOptions): Promise<void> {
  const { health, admin } = await openAdminServices({ config, logger, listens: true, warn });
  try {
    health.starts('it reads the extensions');
    const { manifests, release } = await assemble(config);
    await release();
    health.starts('it prepares the database');
    const database = await openDatabase(config, { logger, development });
    try {
      const added = tablesFor(manifests);
      await database.migrate(manifests, { signal, added, report: (step) => health.starts(step) });
    } finally {
      await database.close();
    }
  } finally {
    await admin?.close();
  }
}

/** Replaces the program of this process by itself, with a new memory and environment. Does not return. */
function startAgainWithout(variables: readonly string[]): void {
  for (const name of variables) delete process.env[name];
  // Windows has no such call. There, the memory may hold remains of the credential until it is reused.
  process.execve?.(process.execPath, [process.argv0, ...process.execArgv, ...process.argv.slice(1)], process.env);
}
