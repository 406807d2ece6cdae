import type { Command } from 'commander';
import type { Colors } from 'picocolors/types.js';
import type { DoctorCheck } from '../doctor/doctor-check.ts';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look at this machine: Node, port, database, duplicate packages, permissions, disk; says how to mend')
    .option('--json', 'print one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const { examineMachine } = await import('../doctor/examine-machine.ts');
      const checks = await examineMachine(configFile(command));
      const ok = checks.every(({ status }) => status !== 'fail');
      const { default: colors } = await import('picocolors');
      if (options.json) await writeJson({ ok, checks });
      else await writeOutput(checks.map((check) => print(check, colors)).join('\n'));
      process.exitCode = ok ? exitCode.fine : exitCode.findings;
    });
}

function print({ name, status, what, fix }: DoctorCheck, colors: Colors): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red }[status];
  const line = `${paint(status.padEnd(4))}  ${name.padEnd(14)}${what}`;
  return fix === undefined ? line : `${line}\n${' '.repeat(20)}${colors.green('fix:')} ${fix}`;
}
