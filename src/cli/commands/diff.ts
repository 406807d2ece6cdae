import { type Command, CommanderError } from 'commander';
import { diffExitCode, exitCode, notCompared } from '../exit-code.ts';
import { configFile } from '../shared-options.ts';

/** `stoa diff`: in what two states of the shop differ, and whom it breaks. */
export function registerDiff(program: Command): void {
  program
    .command('diff [other]')
    .description('compare with HEAD, another revision, A..B, or another gateway.yaml: what breaks, and for whom')
    .option('--json', 'print one JSON object')
    .exitOverride((error) => {
      if (error.exitCode === exitCode.fine) throw error;
      throw new CommanderError(diffExitCode.notCompared, notCompared, error.message);
    })
    .action(async (other: string | undefined, options: { readonly json?: true }, command: Command) => {
      // What compares schemas is of no use to any other command.
      const { compareShops } = await import('../diff/compare-shops.ts');
      // Modules of two shops were loaded: what their timers and sockets would still do is of no use to anybody.
      process.exit(await compareShops(configFile(command), other, options));
    });
}
