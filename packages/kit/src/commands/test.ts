import { type Command, InvalidArgumentError } from 'commander';
import { exitCode } from 'stoa/tooling';

interface TestOptions {
  readonly grep?: string;
  readonly seed: number;
  readonly runs: number;
}

/** `stoa test`: runs the tests of extensions, each alone, with stand-ins for its neighbours. */
export function registerTest(program: Command): void {
  program
    .command('test [extensions...]')
    .description(
      'run the tests of extensions, each alone: contracts stand in for its neighbours. Default: all of this folder',
    )
    .option('--grep <text>', 'run the tests only whose title has this text')
    .option('--seed <number>', 'what made-up bodies, arguments and answers depend on', readNumber, 1)
    .option(
      '--runs <number>',
      'made-up bodies for each method of a route; 0: run the tests of test/ only',
      readNumber,
      25,
    )
    .action(async (names: readonly string[], { grep, seed, runs }: TestOptions) => {
      const { findExtensions, runTests } = await import('../testing/index.ts');
      const from = process.cwd();
      const extensions = names.length > 0 ? names : await findExtensions(from);
      const failures = await runTests({ extensions, from, grep, seed, runs });
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(failures === 0 ? exitCode.fine : exitCode.findings);
    });
}

function readNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('It is a whole number, 0 or more.');
  return number;
}
