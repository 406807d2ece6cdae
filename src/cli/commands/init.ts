import type { Command } from 'commander';

/**
 * `stoa init`: creates a new shop. bin/stoa.mjs runs the same code before it loads the command line, because `init`
 * works on an older Node.
 */
export function registerInit(program: Command): void {
  program
    .command('init')
    .argument('[folder]', 'where the new shop shall lie')
    .description('make a new shop in a folder')
    .option('-y, --yes', 'ask nothing')
    .option('--empty', 'begin without example products')
    .option(
      '--country <code>',
      'where the shop is, such as DE: its language, currency, time zone and first delivery zone',
    )
    .option('--packages <dir>', "install Stoa's packages from the tarballs in this folder")
    .action(async (_folder: string | undefined, _options: object, command: Command) => {
      const { createShop } = await import('#create-stoa');
      process.exitCode = await createShop(wordsOf(command), { command: 'stoa init' });
    });
}

function wordsOf(command: Command): readonly string[] {
  const options = Object.entries<unknown>(command.opts());
  return [
    ...command.args,
    ...options.flatMap(([name, value]) => [`--${name}`, ...(value === true ? [] : [`${value}`])]),
  ];
}
