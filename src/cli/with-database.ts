import { createLogger } from '../base/logger.ts';
import { loadConfig } from '../config/load-config.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import { openDatabase } from '../database/open-database.ts';
import type { ExtensionManifest } from '../extensions/manifest.ts';
import { assemble } from '../gateway/assemble.ts';
import { hearStopRequests } from './stop-requests.ts';

/** For commands that work on the shop's database, whether or not a gateway runs: opens it, and closes it in any case. */
export async function withDatabase(
  file: string,
  work: (database: DatabaseServer, manifests: readonly ExtensionManifest[]) => Promise<void>,
): Promise<void> {
  const config = await loadConfig(file, { environment: process.env });
  const { manifests } = await assemble(config);
  // Ctrl-C lets it finish: the embedded server must not be left running.
  hearStopRequests();
  const database = await openDatabase(config, { logger: createLogger('warn') });
  try {
    await work(database, manifests);
  } finally {
    await database.close();
  }
}
