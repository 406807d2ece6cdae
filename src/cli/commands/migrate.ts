import type { Command } from 'commander';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('run the outstanding migrations of every extension')
    .option('--json', 'print one JSON object')
    .option('--plan', 'say what would run, and run nothing')
    .option('--rotate-passwords', "give the extensions' database roles new passwords, too")
    .action(
      async (
        options: { readonly json?: true; readonly plan?: true; readonly rotatePasswords?: true },
        command: Command,
      ) => {
        const { withDatabase } = await import('../shared/with-database.ts');
        const { tablesFor } = await import('#queue');
        if (options.plan) return printPlan(configFile(command), options);
        await withDatabase(configFile(command), async (database, manifests, { signal }) => {
          const { progress } = await import('../shared/progress.ts');
          const report = (step: string): void => progress.step(`stoa migrate: ${step}`);
          const rotate = options.rotatePasswords === true;
          const applied = await database.migrate(manifests, { signal, rotate, report, added: tablesFor(manifests) });
          progress.end();
          if (options.json) await writeJson({ applied });
          else if (applied.length === 0) await writeOutput('Nothing to migrate.');
          else
            await writeOutput(
              applied.map(({ extension, name, ms }) => `${extension}  ${name}  ${Math.round(ms)} ms`).join('\n'),
            );
        });
      },
    );
}

/** Prints the outstanding migrations in the order in which `stoa migrate` runs them. Changes nothing. */
async function printPlan(file: string, { json }: { readonly json?: true }): Promise<void> {
  const { throwIfErrors } = await import('#base');
  const { migrationMark } = await import('#extensions');
  const { withDatabase } = await import('../shared/with-database.ts');
  await withDatabase(file, async (database, manifests) => {
    throwIfErrors(await database.checkMigrations(manifests));
    const status = await database.migrationStatus(manifests);
    const outstanding = manifests.flatMap(({ id, migrations }) =>
      migrations
        .filter(({ name }) => status.every((each) => each.extension !== id || each.name !== name || !each.appliedAt))
        .map((migration) => {
          const { kind, needs } = migrationMark(migration);
          return { extension: id, name: migration.name, kind, ...(needs !== undefined && { needs }) };
        }),
    );
    if (json) return writeJson({ outstanding });
    if (outstanding.length === 0) return writeOutput('Nothing to migrate.');
    const rows = outstanding.map(({ extension, name, kind, needs }) => [
      extension,
      name,
      needs === undefined ? kind : `${kind} needs ${String(needs).padStart(3, '0')}`,
    ]);
    await writeOutput(table([['EXTENSION', 'MIGRATION', 'KIND'], ...rows]));
  });
}

export function registerSeed(program: Command): void {
  program
    .command('seed [extensions...]')
    .description('put the demonstration data of every extension into the database, or of those that are named')
    .option('--json', 'print one JSON object')
    .action(async (names: readonly string[], options: { readonly json?: true }, command: Command) => {
      const { withDatabase } = await import('../shared/with-database.ts');
      const { tablesFor } = await import('#queue');
      await withDatabase(configFile(command), async (database, manifests, { signal }) => {
        const { progress } = await import('../shared/progress.ts');
        const { didYouMean, errorFinding, StartupError } = await import('#base');
        const ids: readonly string[] = manifests.map(({ id }) => id);
        const unknown = names.filter((name) => !ids.includes(name));
        if (unknown.length > 0) {
          const where = { file: configFile(command) };
          throw new StartupError(
            unknown.map((name) => {
              const what = `there is no enabled extension "${name}"`;
              return errorFinding('EXTENSION_NOT_FOUND', { where, what, fix: didYouMean(name, ids) });
            }),
          );
        }
        const report = (step: string): void => progress.step(`stoa seed: ${step}`);
        await database.migrate(manifests, { signal, report, added: tablesFor(manifests) });
        const chosen = manifests.filter(({ id }) => names.length === 0 || names.includes(id));
        const seeded = await database.seed(chosen, { report });
        progress.end();
        if (options.json) await writeJson({ seeded });
        else
          await writeOutput(
            seeded.length === 0 ? 'No extension brings demonstration data.' : `Seeded: ${seeded.join(', ')}.`,
          );
      });
    });
}
