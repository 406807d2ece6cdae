import { createLogger } from '#base';
import { loadConfig } from '#config';
import type { ExtensionManifest } from '#extensions';
import { assemble } from '#gateway';
import { type DatabaseServer, openDatabase } from '#postgres';
import { listenForStopSignals } from './stop-signals.ts';

/** Opens the shop's database for a command, and closes it in any case. A gateway may run at the same time. */
export async function withDatabase(
  file: string,
  work: (database: DatabaseServer, manifests: readonly ExtensionManifest[]) => Promise<void>,
): Promise<void> {
  const config = await loadConfig(file, { environment: process.env });
  const { manifests } = await assemble(config);
  // Ctrl-C must not end the process, because the embedded PostgreSQL would keep running.
  listenForStopSignals();
  const database = await openDatabase(config, {
    logger: createLogger('warn'),
    development: process.env.NODE_ENV === 'development',
  });
  try {
    await work(database, manifests);
  } finally {
    await database.close();
  }
}
