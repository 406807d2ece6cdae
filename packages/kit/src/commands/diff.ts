import { type Command, CommanderError } from 'commander';
import { configFile, diffExitCode, exitCode, notCompared } from 'stoa/tooling';

export function registerDiff(program: Command): void {
  program
    .command('diff [other] [newer]')
    .description(
      'compare with HEAD, another revision, A..B, or another gateway.yaml: what breaks, and for whom; or two versions of an extension.contract.json',
    )
    .option('--json', 'print one JSON object')
    .exitOverride((error) => {
      if (error.exitCode === exitCode.fine) throw error;
      throw new CommanderError(diffExitCode.notCompared, notCompared, error.message);
    })
    .action(
      async (
        other: string | undefined,
        newer: string | undefined,
        options: { readonly json?: true },
        command: Command,
      ) => {
        // Only this command needs the schema comparison.
        const { compareShops } = await import('../diff/compare-shops.ts');
        // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
        process.exit(await compareShops(configFile(command), [other, newer], options));
      },
    );
}
