import type { Command } from 'commander';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('run the outstanding migrations of every extension')
    .option('--json', 'print one JSON object')
    .option('--rotate-passwords', "give the extensions' database roles new passwords, too")
    .action(async (options: { readonly json?: true; readonly rotatePasswords?: true }, command: Command) => {
      const { withDatabase } = await import('../shared/with-database.ts');
      await withDatabase(configFile(command), async (database, manifests, { signal }) => {
        const applied = await database.migrate(manifests, { signal, rotate: options.rotatePasswords === true });
        if (options.json) await writeJson({ applied });
        else if (applied.length === 0) await writeOutput('Nothing to migrate.');
        else
          await writeOutput(
            applied.map(({ extension, name, ms }) => `${extension}  ${name}  ${Math.round(ms)} ms`).join('\n'),
          );
      });
    });
}
