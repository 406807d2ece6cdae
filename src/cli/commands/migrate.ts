import type { Command } from 'commander';
import { createLogger } from '../../base/logger.ts';
import { loadConfig } from '../../config/load-config.ts';
import { openDatabase } from '../../database/open-database.ts';
import { assemble } from '../../gateway/assemble.ts';
import { writeJson, writeOutput } from '../output.ts';
import { configFile } from '../shared-options.ts';
import { hearStopRequests } from '../stop-requests.ts';

/** `stoa migrate`: runs the outstanding migrations of every extension; `start` does the same by itself. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('run the outstanding migrations of every extension')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const config = await loadConfig(configFile(command), { environment: process.env });
      const { manifests } = await assemble(config);
      // Ctrl-C lets it finish: the embedded server must not be left running.
      hearStopRequests();
      const database = await openDatabase(config, { logger: createLogger('warn') });
      try {
        const applied = await database.migrate(manifests);
        if (options.json) await writeJson({ applied });
        else if (applied.length === 0) await writeOutput('Nothing to migrate.');
        else
          await writeOutput(
            applied.map(({ extension, name, ms }) => `${extension}  ${name}  ${Math.round(ms)} ms`).join('\n'),
          );
      } finally {
        await database.close();
      }
    });
}
