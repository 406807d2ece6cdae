import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CheckedShop } from '../check/check-shop.ts';
import type { CheckedWire } from '../kit/kit.ts';
import { installKit, requireKit } from '../kit/load-kit.ts';
import { exitCode } from '../shared/exit-code.ts';
import { writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

const formats = ['text', 'json', 'github', 'sarif'] as const;

interface CheckOptions {
  readonly json?: true;
  readonly format: (typeof formats)[number];
  readonly strict?: true;
  readonly database?: boolean;
  readonly wire?: true;
}

/** `stoa check`: reports everything that would prevent a start, and lints. Opens no port. */
export function registerCheck(program: Command): void {
  program
    .command('check [contracts...]')
    .description(
      'find what would keep the shop from starting, and what is unwise: gateway.yaml, routes, schemas, pages; or compare contracts (extension.contract.json) alone',
    )
    .addOption(new Option('--format <format>', 'how to print the findings').choices(formats).default('text'))
    .option('--json', 'the same as --format json')
    .option('--strict', 'end with 1 for warnings, too')
    .option(
      '--database',
      'start the embedded database, or insist on the one that is named, to look at migrations that ran',
    )
    .option('--no-database', 'leave the database alone, also when it runs')
    .option(
      '--wire',
      'ask for every field as if extensions ran elsewhere, with demonstration data in a temporary database',
    )
    .action(async (contracts: readonly string[], options: CheckOptions, command: Command) => {
      if (contracts.length > 0) return checkFiles(contracts, options);
      const file = configFile(command);
      const database = options.database === undefined ? 'running' : options.database ? 'open' : 'no';
      const { checkShop } = await import('../check/check-shop.ts');
      const shop = await checkShop(file, { environment: process.env, database });
      const checked = options.wire ? await withWire(shop, file) : shop;
      await print(checked, { file, format: options.json ? 'json' : options.format });
      const bad = checked.findings.some(({ severity }) => options.strict || severity === 'error');
      // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
      process.exit(bad ? exitCode.findings : exitCode.fine);
    });
}

const kitChecks: readonly string[] = ['lints', 'contracts', 'types'];

const leftOutNote = `Left out: ${kitChecks.join(', ')}. They come with the kit: ${installKit}`;

interface Checked extends CheckedShop {
  /** What was asked over a wire; undefined without `--wire`, and for a shop that cannot start. */
  readonly wire?: Pick<CheckedWire, 'asked' | 'empty'>;
}

async function withWire(shop: CheckedShop, file: string): Promise<Checked> {
  if (shop.findings.some(({ severity }) => severity === 'error')) return shop;
  const kit = await requireKit('"stoa check --wire"');
  const { findings, ...wire } = await kit.checkWire(file, process.env);
  return { ...shop, findings: [...shop.findings, ...findings], wire };
}

function wireNote({ asked, empty }: NonNullable<Checked['wire']>): string {
  const without = empty.length === 0 ? '' : ` These had no data, so little was compared: ${empty.join(', ')}.`;
  return `Asked for ${asked} fields of Query, and all below them, in process and over a wire.${without}`;
}

/** Compares contracts with each other, without a shop and without any code. */
async function checkFiles(files: readonly string[], { format, json, strict }: CheckOptions): Promise<void> {
  const kit = await requireKit('The comparison of contracts');
  const findings = await kit.checkContracts(files.map((name) => resolve(name)));
  const none = { looked: false, reason: 'only contracts were compared', findings: [] } as const;
  await print(
    { findings, migrations: none, isWithoutKit: false },
    { file: resolve(files[0] ?? ''), format: json ? 'json' : format },
  );
  const bad = findings.some(({ severity }) => strict || severity === 'error');
  process.exitCode = bad ? exitCode.findings : exitCode.fine;
}

async function print(
  { findings, migrations, wire, isWithoutKit }: Checked,
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
      const notes = [note, ...(wire === undefined ? [] : [wireNote(wire)]), ...(isWithoutKit ? [leftOutNote] : [])];
      const found = findings.length === 0 ? 'Nothing to fix.' : printFindings(findings);
      return writeOutput([found, ...notes].join('\n'));
    }
    case 'json': {
      const looked = migrations.looked ? { looked: true } : { looked: false, reason: migrations.reason };
      const leftOut = isWithoutKit ? kitChecks : [];
      return writeJson({ ...findingsJson(findings), migrations: looked, leftOut, ...(wire && { wire }) });
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
