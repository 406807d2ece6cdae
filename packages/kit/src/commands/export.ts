import { join, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { configFile, exitCode, writeOutput } from 'stoa/tooling';
import type { ExportTarget } from '../export/index.ts';

interface ExportOptions {
  readonly target: ExportTarget;
  readonly out: string;
  readonly verify?: true;
  readonly operations: number;
  readonly seed: number;
  readonly token?: string;
}

// Not from the room `export`, so that the help loads none of it.
const targets: readonly ExportTarget[] = ['hive', 'apollo', 'compose', 'kubernetes', 'mesh'];

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('write what other engines and platforms need to serve this shop with stoa serve')
    .addOption(new Option('--target <name>', 'for which engine or platform').choices(targets).makeOptionMandatory())
    .requiredOption('--out <folder>', 'an empty folder, or one to make')
    .option('--verify', 'start the shop and Hive Gateway, and compare their answers')
    .addOption(
      new Option('--operations <number>', 'how many operations --verify makes up').default(300).argParser(parseCount),
    )
    .addOption(new Option('--seed <number>', 'which ones').default(1).argParser(parseCount))
    .addOption(new Option('--token <jwt>', 'the bearer token of their caller, instead of a guest'))
    .action(async (options: ExportOptions, command: Command) => runExport(configFile(command), options));
}

async function runExport(file: string, { verify, ...options }: ExportOptions): Promise<void> {
  const { createLogger } = await import('stoa/tooling');
  const { loadConfig } = await import('stoa/tooling');
  const { exportShop, findEngines, verifyExport, writeProof } = await import('../export/index.ts');
  const { assemble } = await import('stoa/tooling');
  const { printReport } = await import('stoa/tooling');
  const out = resolve(options.out);
  const config = await loadConfig(file, { environment: process.env });
  const engines = verify ? await findEngines(config, { target: options.target, out }) : undefined;
  const assembly = await assemble(config);
  try {
    const { files, warnings } = await exportShop(assembly, { target: options.target, out });
    printReport(warnings);
    await writeOutput([...files.keys()].map((name) => relative(process.cwd(), join(out, name))).join('\n'));
  } finally {
    await assembly.release();
  }
  if (engines === undefined) return;
  const verified = await verifyExport(config, engines, { ...options, out, logger: createLogger('silent') });
  const { report, differences } = await writeProof(verified, out);
  await writeOutput(`\n${report}`);
  printReport(differences);
  if (differences.length > 0) process.exitCode = exitCode.findings;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return count;
}
