import { relative, resolve } from 'node:path';
import { assemble, checkShop, exitCode, type Finding, loadConfig, printReport, writeOutput } from 'stoa/tooling';
import { importEvershop } from '../evershop/index.ts';
import { changedGenerated } from './write-generated.ts';

export interface ImportOptions {
  readonly name?: string;
  readonly json?: true;
}

/** `stoa import-evershop FOLDER`: an extension of EverShop as one of this shop, as far as it goes. */
export async function runImport(folder: string, { name, json }: ImportOptions, file: string): Promise<void> {
  const imported = await bring(resolve(folder), file, name);
  const made = await changedGenerated(file);
  const files = [...new Set([...imported.files, ...made])];
  if (json) await writeOutput(JSON.stringify({ ...imported, files }, null, 2));
  else await print(imported.folder, files, imported.findings);
  // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
  process.exit(exitCode.fine);
}

async function bring(folder: string, file: string, name: string | undefined) {
  const environment = process.env;
  const config = await loadConfig(file, { environment });
  const { composition, config: whole } = await assemble(config);
  const shop = { pages: Object.keys(whole.pages), types: new Set(composition.types.keys()) };
  const check = async (path: string) =>
    (await checkShop(path, { environment, database: 'no', contracts: false })).findings;
  return await importEvershop({ folder, file, name, shop, check });
}

async function print(folder: string, files: readonly string[], findings: readonly Finding[]): Promise<void> {
  for (const each of files) await writeOutput(`written: ${relative(process.cwd(), each)}`);
  printReport(findings);
  const count =
    findings.length === 0 ? 'Nothing is left.' : `${findings.length} points are left: they are named above.`;
  await writeOutput(`${relative(process.cwd(), folder)} is in gateway.yaml. ${count} Run "npx stoa check" next.`);
}
