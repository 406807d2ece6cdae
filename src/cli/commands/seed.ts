import type { Command } from 'commander';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerSeed(program: Command): void {
  program
    .command('seed [extensions...]')
    .description('put the demonstration data of every extension into the database, or of those that are named')
    .option('--json', 'print one JSON object')
    .action(async (names: readonly string[], options: { readonly json?: true }, command: Command) => {
      const { withDatabase } = await import('../shared/with-database.ts');
      await withDatabase(configFile(command), async (database, manifests, { signal }) => {
        await database.migrate(manifests, { signal });
        const seeded = await database.seed(manifests.filter(({ id }) => names.length === 0 || names.includes(id)));
        if (options.json) await writeJson({ seeded });
        else
          await writeOutput(
            seeded.length === 0 ? 'No extension brings demonstration data.' : `Seeded: ${seeded.join(', ')}.`,
          );
      });
    });
}
