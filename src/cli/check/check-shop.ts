import { readFileSync } from 'node:fs';
import { type Finding, StartupError } from '#base';
import { type Config, literalSecrets, readConfig } from '#config';
import { discoverExtensions } from '#extensions';
import { assemble } from '#gateway';
import { verifyMigrations } from '#postgres';
import type { Kit } from '../kit/kit.ts';
import { loadKit } from '../kit/load-kit.ts';
import { buildSilently } from '../shared/with-gateway.ts';

type MigrationsReport = Awaited<ReturnType<typeof verifyMigrations>>;

type DatabaseUse = Parameters<typeof verifyMigrations>[2];

export interface CheckedShop {
  readonly findings: readonly Finding[];
  readonly migrations: MigrationsReport;
  /** Whether lints, contracts and types were skipped, which come with the kit. */
  readonly isWithoutKit: boolean;
}

interface CheckOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly database: DatabaseUse;
  /** Whether to compare extension.contract.json with what the extensions say. Default: true. */
  readonly contracts?: boolean;
}

/** All findings that would prevent a start, and the kit's lints if it is installed. Opens no port. */
export async function checkShop(file: string, options: CheckOptions): Promise<CheckedShop> {
  const { environment, database } = options;
  const kit = await loadKit();
  const isWithoutKit = kit === undefined;
  const { config, findings } = await readConfig(file, { environment, purpose: 'check' });
  if (config === undefined) {
    return { findings, migrations: { looked: false, reason: 'gateway.yaml comes first', findings: [] }, isWithoutKit };
  }
  // In parallel: both read the extensions, which takes less time than connecting to the database.
  const [built, migrations] = await Promise.all([findingsOf(config, kit), migrationsOf(config, database)]);
  const lints = [...literalSecrets(config), ...built.lints, ...migrations.findings].filter(
    (finding) => !finding.code.startsWith('LINT_') || !isAllowed(finding),
  );
  const isSound = built.findings.every(({ severity }) => severity !== 'error');
  // Contracts say what sound extensions say, so they are compared last.
  const compares = isSound && options.contracts !== false;
  const contracts = compares ? ((await kit?.compareContracts(file, environment)) ?? []) : [];
  return { findings: [...findings, ...built.findings, ...contracts, ...lints], migrations, isWithoutKit };
}

async function findingsOf(config: Config, kit: Kit | undefined) {
  try {
    const assembly = await assemble(config);
    const gateway = await buildSilently(assembly);
    const { manifests } = assembly;
    const lints = (await kit?.lint({ manifests, built: { assembly, gateway } })) ?? [];
    await gateway.dispose();
    return { findings: [...assembly.findings, ...gateway.findings], lints };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const { manifests } = await discoverExtensions(config);
    return { findings: error.findings, lints: (await kit?.lint({ manifests })) ?? [] };
  }
}

async function migrationsOf(config: Config, use: DatabaseUse): Promise<MigrationsReport> {
  const { manifests } = await discoverExtensions(config);
  return verifyMigrations(config, manifests, use);
}

/**
 * Whether a comment `stoa-allow CODE` allows the finding. The comment is on the line of the finding or one of the two
 * lines above. JSON has no comments, so for a finding in a JSON file the text may be anywhere in a related file.
 */
function isAllowed({ code, where, related = [] }: Finding): boolean {
  const mark = `stoa-allow ${code}`;
  if (where.file.endsWith('.json'))
    return related.some(({ file }) => linesOf(file).some((line) => line.includes(mark)));
  if (where.line === undefined) return false;
  return linesOf(where.file)
    .slice(Math.max(where.line - 3, 0), where.line)
    .some((line) => line.includes(mark));
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // An unreadable file allows nothing.
    return [];
  }
}
