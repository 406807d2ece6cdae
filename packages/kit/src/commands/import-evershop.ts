import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { configFile, exitCode, writeJson, writeOutput } from 'stoa/tooling';
import type { Imported } from '../evershop/index.ts';
import { bringUpToDate } from './new.ts';

interface ImportCommandOptions {
  readonly name?: string;
  readonly json?: true;
}

/** `stoa import-evershop FOLDER`: an extension of EverShop as one of this shop, as far as it goes. */
export function registerImportEvershop(program: Command): void {
  program
    .command('import-evershop <folder>')
    .description(
      'bring the endpoints, GraphQL and storefront pages of an EverShop extension over, and list what is left',
    )
    .option('--name <name>', 'the name of the new extension (default: that of the folder)')
    .option('--json', 'print one JSON object')
    .action(async (folder: string, { name, json }: ImportCommandOptions, command: Command) => {
      const file = configFile(command);
      const imported = await bring(resolve(folder), file, name);
      const made = await bringUpToDate(file);
      const files = [...new Set([...imported.files, ...made])];
      if (json) await writeJson({ ...imported, files });
      else await print({ ...imported, files });
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(exitCode.fine);
    });
}

async function bring(folder: string, file: string, name: string | undefined): Promise<Imported> {
  const { importEvershop } = await import('../evershop/index.ts');
  const { loadConfig } = await import('stoa/tooling');
  const { assemble } = await import('stoa/tooling');
  const { checkShop } = await import('stoa/tooling');
  const environment = process.env;
  const config = await loadConfig(file, { environment });
  const { composition } = await assemble(config);
  const shop = { pages: Object.keys(config.pages), types: new Set(composition.types.keys()) };
  const check = async (path: string) =>
    (await checkShop(path, { environment, database: 'no', contracts: false })).findings;
  return await importEvershop({ folder, file, name, shop, check });
}

async function print({ folder, files, findings }: Imported): Promise<void> {
  const { printFindings } = await import('stoa/tooling');
  for (const each of files) await writeOutput(`written: ${relative(process.cwd(), each)}`);
  if (findings.length > 0) process.stderr.write(`${printFindings(findings)}\n`);
  const count =
    findings.length === 0 ? 'Nothing is left.' : `${findings.length} points are left: they are named above.`;
  await writeOutput(`${relative(process.cwd(), folder)} is in gateway.yaml. ${count} Run "npx stoa check" next.`);
}
