import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { DoctorCheck } from '../doctor/doctor-check.ts';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { addAddressOptions, configFile, type ServeOptions, serverOverrides } from '../shared/shared-options.ts';

type AddressOptions = Pick<ServeOptions, 'host' | 'port' | 'adminPort'>;

export function registerDoctor(program: Command): void {
  addAddressOptions(program.command('doctor'))
    .description(
      'look at this machine: Node, port, database, duplicate packages, permissions, disk; says how to fix it',
    )
    .option('--json', 'print one JSON object')
    .action(async (options: AddressOptions & { readonly json?: true }, command: Command) => {
      const { examineMachine } = await import('../doctor/examine-machine.ts');
      const checks = await examineMachine(configFile(command), serverOverrides(options));
      const ok = checks.every(({ status }) => status !== 'fail');
      if (options.json) await writeJson({ ok, checks });
      else await writeOutput(checks.map(print).join('\n'));
      process.exitCode = ok ? exitCode.fine : exitCode.findings;
    });
}

function print({ name, status, what, fix }: DoctorCheck): string {
  const style = ({ ok: 'green', warn: 'yellow', fail: 'red' } as const)[status];
  const line = `${styleText(style, status.padEnd(4))}  ${name.padEnd(14)}${what}`;
  return fix === undefined ? line : `${line}\n${' '.repeat(20)}${styleText('green', 'fix:')} ${fix}`;
}
