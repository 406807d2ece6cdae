import type { Command } from 'commander';
import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import { openDatabase } from '../../database/open-database.ts';
import { assemble } from '../../gateway/assemble.ts';
import { writeJson, writeOutput } from '../output.ts';
import { configFile } from '../shared-options.ts';
import { hearStopRequests } from '../stop-requests.ts';

/** `stoa seed`: puts the demonstration data of every extension into its tables; rows that are there stay as they are. */
export function registerSeed(program: Command): void {
  program
    .command('seed')
    .description('put the demonstration data of every extension into the database')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests } = await assemble(config);
      // Ctrl-C lets it finish: the embedded server must not be left running.
      hearStopRequests();
      const database = await openDatabase(config, { logger: createLogger('warn') });
      try {
        await database.migrate(manifests);
        const seeded = await database.seed(manifests);
        if (options.json) await writeJson({ seeded });
        else
          await writeOutput(
            seeded.length === 0 ? 'No extension brings demonstration data.' : `Seeded: ${seeded.join(', ')}.`,
          );
      } finally {
        await database.close();
      }
    });
}
