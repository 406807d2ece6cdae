import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import type { CheckedShop } from '../check/check-shop.ts';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

const formats = ['text', 'json', 'github', 'sarif'] as const;

interface CheckOptions {
  readonly json?: true;
  readonly format: (typeof formats)[number];
  readonly strict?: true;
  readonly database?: boolean;
}

/** `stoa check`: reports everything that would prevent a start, and lints. Opens no port. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description(
      'find what would keep the shop from starting, and what is unwise: gateway.yaml, routes, schemas, pages',
    )
    .addOption(new Option('--format <format>', 'how to print the findings').choices(formats).default('text'))
    .option('--json', 'the same as --format json')
    .option('--strict', 'end with 1 for warnings, too')
    .option(
      '--database',
      'start the embedded database, or insist on the one that is named, to look at migrations that ran',
    )
    .option('--no-database', 'leave the database alone, also when it runs')
    .action(async (options: CheckOptions, command: Command) => {
      const file = configFile(command);
      const database = options.database === undefined ? 'running' : options.database ? 'open' : 'no';
      const { checkShop } = await import('../check/check-shop.ts');
      const checked = await checkShop(file, { environment: process.env, database });
      await print(checked, { file, format: options.json ? 'json' : options.format });
      const bad = checked.findings.some(({ severity }) => options.strict || severity === 'error');
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(bad ? exitCode.findings : exitCode.fine);
    });
}

async function print(
  { findings, migrations }: CheckedShop,
  { file, format }: { readonly file: string; readonly format: CheckOptions['format'] },
): Promise<void> {
  const { repositoryRoot } = await import('../check/repository-root.ts');
  const { findingsJson, printFindings } = await import('../shared/print-findings.ts');
  const root = repositoryRoot(dirname(file));
  switch (format) {
    case 'text': {
      const note = migrations.looked
        ? 'Migrations that ran were compared with their files.'
        : `Migrations that ran were not looked at: ${migrations.reason}.`;
      return writeOutput(`${findings.length === 0 ? 'Nothing to mend.' : printFindings(findings)}\n${note}`);
    }
    case 'json': {
      const looked = migrations.looked ? { looked: true } : { looked: false, reason: migrations.reason };
      return writeJson({ ...findingsJson(findings), migrations: looked });
    }
    case 'github': {
      const { githubCommands } = await import('../check/format-github.ts');
      return findings.length === 0 ? undefined : writeOutput(githubCommands(findings, root));
    }
    case 'sarif': {
      const { sarifLog } = await import('../check/format-sarif.ts');
      return writeJson(sarifLog(findings, { root, file }));
    }
  }
}
