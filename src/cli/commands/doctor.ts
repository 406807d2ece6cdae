import { dirname } from 'node:path';
import type { Command } from 'commander';
import colors from 'picocolors';
import { readConfig } from '../../config/read-config.ts';
import { resolveExtension } from '../../extensions/resolve-extension.ts';
import { checkCopies } from '../doctor/check-copies.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkDisk, checkNode, checkOpenFiles, checkPort } from '../doctor/check-machine.ts';
import { checkStateFolder } from '../doctor/check-state-folder.ts';
import { checkNamed, type DoctorCheck } from '../doctor/doctor-check.ts';
import { exitCode } from '../exit-code.ts';
import { writeJson, writeOutput } from '../output.ts';
import { configFile } from '../shared-options.ts';

/** `stoa doctor`: whether this machine can run the shop. Starts and changes nothing. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look at this machine: Node, port, database, duplicate packages, permissions, disk; says how to mend')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const checks = await examine(configFile(command));
      const ok = checks.every(({ status }) => status !== 'fail');
      if (options.json) await writeJson({ ok, checks });
      else await writeOutput(checks.map(print).join('\n'));
      process.exitCode = ok ? exitCode.fine : exitCode.findings;
    });
}

async function examine(file: string): Promise<readonly DoctorCheck[]> {
  const { ok, fail } = checkNamed('gateway.yaml');
  const folder = dirname(file);
  const { config, findings } = await readConfig(file, { environment: process.env });
  const machine = [checkNode(), await checkOpenFiles()];
  if (config === undefined) {
    const [first] = findings;
    const what = `cannot be used: ${first?.what ?? 'no reason given'}`;
    return [...machine, fail(what, 'npx stoa check tells more. The rest is looked at when it can be read.')];
  }
  const found = await Promise.all(config.extensions.map(({ resolve }) => resolveExtension(resolve, folder)));
  const folders = found.flatMap((extension) => ('folder' in extension ? extension.folder : []));
  const looked = await Promise.all([
    checkPort(config.server),
    checkDatabase(config),
    checkCopies([folder, ...folders]),
    checkStateFolder(folder, config.stateFolder),
    checkDisk(folder),
  ]);
  return [...machine, ok(`${file}, ${config.extensions.length} extensions`), ...looked.flat()];
}

function print({ name, status, what, fix }: DoctorCheck): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red }[status];
  const line = `${paint(status.padEnd(4))}  ${name.padEnd(14)}${what}`;
  return fix === undefined ? line : `${line}\n${' '.repeat(20)}${colors.green('fix:')} ${fix}`;
}
