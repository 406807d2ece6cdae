import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import { assemble } from '../../gateway/assemble.ts';
import type { DatabaseServer } from '../../postgres/database-server.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import { hearStopRequests } from './stop-requests.ts';

/** Opens the shop's database for a command, and closes it in any case. A gateway may run at the same time. */
export async function withDatabase(
  file: string,
  work: (database: DatabaseServer, manifests: readonly ExtensionManifest[]) => Promise<void>,
): Promise<void> {
  const config = await loadConfig(file, { environment: process.env });
  const { manifests } = await assemble(config);
  // Ctrl-C must not end the process, because the embedded PostgreSQL would keep running.
  hearStopRequests();
  const database = await openDatabase(config, { logger: createLogger('warn') });
  try {
    await work(database, manifests);
  } finally {
    await database.close();
  }
}
