import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ExportTarget } from '#export';
import { writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface ExportOptions {
  readonly target: ExportTarget;
  readonly out: string;
}

// Not from the room `export`, so that the help loads none of it.
const targets: readonly ExportTarget[] = ['hive', 'apollo', 'compose', 'kubernetes', 'mesh'];

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('write what other engines and platforms need to serve this shop with stoa serve')
    .addOption(new Option('--target <name>', 'for which engine or platform').choices(targets).makeOptionMandatory())
    .requiredOption('--out <folder>', 'an empty folder, or one to make')
    .action(async ({ target, out }: ExportOptions, command: Command) => {
      const { loadConfig } = await import('#config');
      const { assemble } = await import('#gateway');
      const { exportShop } = await import('#export');
      const { printReport } = await import('../shared/print-findings.ts');
      const folder = resolve(out);
      const assembly = await assemble(await loadConfig(configFile(command), { environment: process.env }));
      try {
        const { files, warnings } = await exportShop(assembly, { target, out: folder });
        printReport(warnings);
        const names = [...files.keys()].map((name) => relative(process.cwd(), join(folder, name)));
        await writeOutput(names.join('\n'));
      } finally {
        await assembly.release();
      }
    });
}
