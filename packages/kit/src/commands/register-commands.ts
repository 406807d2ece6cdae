import { resolve } from 'node:path';
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Kit } from 'stoa/tooling';
import type { ExportTarget } from '../export/index.ts';
import type { PartKind } from '../scaffold/index.ts';
import type { DiffOptions } from './diff.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import-evershop.ts';
import type { Answers } from './new.ts';
import type { PackOptions } from './pack.ts';
import type { TestOptions } from './test.ts';

/** Absolute path of the gateway.yaml in the option `-c` of the program. */
function fileOf(command: Command): string {
  return resolve(command.optsWithGlobals<{ readonly config: string }>().config);
}

/** In the order of the help. */
export const commands: Kit['commands'] = {
  author: [registerNew, registerTypes, registerTest, registerImportEvershop],
  release: [registerDiff, registerPack, registerExport],
};

const place = { page: 'a page of the shop, or all', area: 'where it stands' };

/** In the order of the help. */
const parts: readonly (readonly [kind: PartKind, help: string, flags: Readonly<Record<string, string>>])[] = [
  [
    'extension',
    'an extension with one type: SDL, resolvers, table, demonstration data, tests',
    { type: 'its first type', fields: 'fields of that type: "title: String!, points: Int"' },
  ],
  [
    'endpoint',
    'a REST endpoint with its handler',
    {
      method: 'GET, POST, PUT, PATCH or DELETE',
      path: '/points/:pointsId',
      access: 'public or private',
      upload: 'the field of a file that it takes, e.g. photo',
    },
  ],
  ['type', 'a type with a table', { fields: '"title: String!, points: Int"' }],
  [
    'field',
    'a field on a type, also of another extension: Product.points',
    { type: 'String, ID, Int, Float or Boolean, with "!" for non-null on an own type' },
  ],
  ['contribution', 'what the extension adds to a list of another one', {}],
  ['component', 'a page component with styles', place],
  ['page', 'a page (pages/NAME/page.json) with a component', { path: '/points' }],
  ['island', 'a component that runs in the browser, too', place],
  ['migration', 'the next migration: add-points-to-reward', { sql: 'its SQL' }],
  [
    'setting',
    'a setting for operators, or for merchants while the shop runs (settings.schema.json)',
    {
      type: 'string, number, integer or boolean',
      default: 'its value until it is set',
      live: 'yes: while the shop runs',
    },
  ],
  ['life', 'extension.ts: what the extension starts and stops', {}],
  ['event', 'an event that it publishes, and its payload', {}],
  [
    'subscriber',
    'what it does when an event is published, and a test',
    { event: 'the event, such as order.confirmed' },
  ],
  ['job', 'what it does at a time, and a test', { cron: 'when it runs: "0 3 * * *"' }],
  ['mail', 'a mail with its texts, and a test', {}],
];

function registerNew(program: Command): void {
  const group = program.command('new').description('write an extension, or a part of one; asks for what is not given');
  for (const [kind, help, flags] of parts) {
    const command = group.command(`${kind} [name]`).description(help);
    for (const [flag, text] of Object.entries(flags)) command.option(`--${flag} <${flag}>`, text);
    if (kind === 'migration')
      command.option('--from-diff', 'its SQL leads to the schema that the database of gateway.yaml has');
    if (kind !== 'extension') command.option('--extension <name>', 'which extension gets it');
    command
      .option('--yes', 'ask nothing: take the defaults')
      .action(async (name: string | undefined, answers: Answers, command: Command) => {
        const { runNew } = await import('./new.ts');
        await runNew(kind, name, answers, fileOf(command));
      });
  }
}

function registerTypes(program: Command): void {
  program
    .command('types')
    .description(
      'write the types of what each extension declares: <extension>.gen.ts, *.module.d.css.ts, and its extension.contract.json',
    )
    .action(async (_options: object, command: Command) => {
      const { runTypes } = await import('./types.ts');
      await runTypes(fileOf(command));
    });
}

function registerTest(program: Command): void {
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
    .action(async (names: readonly string[], options: TestOptions) => {
      const { runTest } = await import('./test.ts');
      await runTest(names, options);
    });
}

function registerImportEvershop(program: Command): void {
  program
    .command('import-evershop <folder>')
    .description(
      'bring the endpoints, GraphQL and storefront pages of an EverShop extension over, and list what is left',
    )
    .option('--name <name>', 'the name of the new extension (default: that of the folder)')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, options: ImportOptions, command: Command) => {
      const { runImport } = await import('./import-evershop.ts');
      await runImport(folder, options, fileOf(command));
    });
}

function registerDiff(program: Command): void {
  program
    .command('diff [other] [newer]')
    .description(
      'compare with HEAD, another revision, A..B, or another gateway.yaml: what breaks, and for whom; or two versions of an extension.contract.json',
    )
    .option('--json', 'print one JSON object')
    .exitOverride((error) => {
      // 2 and 3 stand for differences.
      throw error.exitCode === 0 ? error : new CommanderError(1, 'stoa.notCompared', error.message);
    })
    .action(async (other: string | undefined, newer: string | undefined, options: DiffOptions, command: Command) => {
      const { runDiff } = await import('./diff.ts');
      await runDiff([other, newer], options, fileOf(command));
    });
}

function registerPack(program: Command): void {
  program
    .command('pack <extension>')
    .description('check an extension, and make an npm package of it: its name in gateway.yaml, or its folder')
    .option('--out <folder>', 'the folder for the package', 'tarballs')
    .option('--previous <file>', 'the version before: a package or its extension.contract.json (default: in --out)')
    .option('--changelog', 'write what its contract changes into CHANGELOG.md')
    .option('--strict', 'make no package when there are warnings')
    .option('--json', 'print one JSON object')
    .action(async (name: string, options: PackOptions, command: Command) => {
      const { runPack } = await import('./pack.ts');
      await runPack(name, options, fileOf(command));
    });
}

const targets: readonly ExportTarget[] = ['hive', 'apollo', 'compose', 'kubernetes', 'mesh'];

function registerExport(program: Command): void {
  program
    .command('export')
    .description('write what other engines and platforms need to serve this shop with stoa serve')
    .addOption(new Option('--target <name>', 'for which engine or platform').choices(targets).makeOptionMandatory())
    .requiredOption('--out <folder>', 'an empty folder, or one to make')
    .option('--verify', 'start the shop and Hive Gateway, and compare their answers')
    .addOption(
      new Option('--operations <number>', 'how many operations --verify makes up').default(300).argParser(readNumber),
    )
    .addOption(new Option('--seed <number>', 'which ones').default(1).argParser(readNumber))
    .addOption(new Option('--token <jwt>', 'the bearer token of their caller, instead of a guest'))
    .action(async (options: ExportOptions, command: Command) => {
      const { runExport } = await import('./export.ts');
      await runExport(options, fileOf(command));
    });
}

function readNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('It is a whole number, 0 or more.');
  return number;
}
