import { join, relative, resolve } from 'node:path';
import { assemble, createLogger, exitCode, loadConfig, printReport, progress, writeOutput } from 'stoa/tooling';
import { type ExportTarget, exportShop, findEngines, proveExport } from '../export/index.ts';

export interface ExportOptions {
  readonly target: ExportTarget;
  readonly out: string;
  readonly verify?: true;
  readonly operations: number;
  readonly seed: number;
  readonly token?: string;
}

/** `stoa export`: writes the files of another engine, and proves that it answers the same. */
export async function runExport({ verify, ...options }: ExportOptions, file: string): Promise<void> {
  const out = resolve(options.out);
  const config = await loadConfig(file, { environment: process.env });
  const engines = verify ? await findEngines(config, { target: options.target, out }) : undefined;
  // What the gateway has for another engine is no part of the shop.
  const { accept: _, ...graphql } = config.graphql;
  const assembly = await assemble({ ...config, graphql });
  try {
    const { files, warnings } = await exportShop(assembly, { target: options.target, out });
    printReport(warnings);
    await writeOutput([...files.keys()].map((name) => relative(process.cwd(), join(out, name))).join('\n'));
  } finally {
    await assembly.release();
  }
  if (engines === undefined) return;
  progress.step('stoa export: it starts the shop and the other engine');
  const given = { ...options, out, logger: createLogger('silent'), progress };
  const { report, differences } = await proveExport(config, engines, given).finally(() => progress.end());
  await writeOutput(`\n${report}`);
  printReport(differences);
  if (differences.length > 0) process.exitCode = exitCode.findings;
}
