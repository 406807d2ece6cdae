import { createLogger, type Finding, pathExists, StartupError } from '#base';
import type { Config } from '#config';
import { type ExtensionManifest, migrationMark, type SqlFile } from '#extensions';
import { findEmbeddedFolders } from './embedded/embedded-folders.ts';
import { readServerState } from './embedded/embedded-process.ts';
import { syntaxFindings, unmarkedFindings } from './migrations/contracting-statements.ts';
import { openDatabase } from './open-database.ts';

/** Whether applied migrations were compared with their files, or why not. */
export type MigrationsReport =
  | { readonly looked: true; readonly findings: readonly Finding[] }
  | { readonly looked: false; readonly reason: string; readonly findings: readonly Finding[] };

/**
 * `running`: uses a running server and starts none. `open`: starts the server like `start`, so an unreachable one is
 * a finding. `no`: uses none. Nothing changes in any case.
 */
export type DatabaseUse = 'running' | 'open' | 'no';

/** Compares applied migrations with the extensions' files. */
export async function verifyMigrations(
  config: Config,
  manifests: readonly ExtensionManifest[],
  use: DatabaseUse,
): Promise<MigrationsReport> {
  const why = use === 'no' ? 'as asked' : await reasonAgainst(config, use);
  const all = manifests.flatMap(({ migrations }) => migrations);
  const files = [...all, ...manifests.flatMap(({ seeds }) => seeds)];
  const plain = [...(await syntaxFindings(files)), ...manifests.flatMap(seedFindings)];
  if (why !== undefined) return { looked: false, reason: why, findings: [...plain, ...(await unmarkedFindings(all))] };
  try {
    const database = await openDatabase(config, { logger: createLogger('silent') });
    try {
      const [changed, status] = await Promise.all([
        database.checkMigrations(manifests),
        database.migrationStatus(manifests),
      ]);
      const outstanding = manifests.flatMap(({ id, migrations }) =>
        migrations.filter(({ name }) =>
          status.some((each) => each.extension === id && each.name === name && each.appliedAt === undefined),
        ),
      );
      const unmarked = await unmarkedFindings(outstanding);
      return {
        looked: true,
        findings: [...plain, ...changed, ...unmarked, ...outstanding.flatMap(contractingFinding)],
      };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const isAway = error.findings.every(({ code }) => code === 'DATABASE_UNREACHABLE');
    const reason = error.findings.map(({ what }) => what).join('; ');
    // Checking files requires no database. But one that refuses the gateway would prevent the start: a finding.
    return {
      looked: false,
      reason,
      findings: [...plain, ...(isAway && use === 'running' ? await unmarkedFindings(all) : error.findings)],
    };
  }
}

/** A shop without demonstration data shows nothing of an extension's tables, and its tests have no rows. */
function seedFindings({ id, migrations, seeds }: ExtensionManifest): readonly Finding[] {
  const [first] = seeds.length > 0 ? [] : migrations.filter(({ text }) => /^\s*create\s+table\b/im.test(text));
  if (first === undefined) return [];
  const offset = /^[^\S\n]*create\s+table\b/im.exec(first.text)?.index ?? 0;
  const line = first.text.slice(0, offset).split('\n').length;
  const what = `makes a table, and ${id} has no demonstration data: a new shop shows nothing of it`;
  const fix = `Write seed/${id}.sql with "insert … on conflict do nothing"; or say that none is meant: -- stoa-allow LINT_NO_SEED: ...`;
  return [{ code: 'LINT_NO_SEED', severity: 'warning', where: { file: first.file, line }, what, fix }];
}

/** Warns of what cannot be undone, before it happens. */
function contractingFinding(file: SqlFile): readonly Finding[] {
  const { kind, needs, line = 1 } = migrationMark(file);
  if (kind === 'expand') return [];
  const lacking = needs === undefined ? 'this file' : `migration ${String(needs).padStart(3, '0')}`;
  const what = `has not run, and contracts: once it has, code without ${lacking} does not start, and rollback refuses it`;
  const fix =
    'Deploy it when no such code runs; or say that this is agreed: -- stoa-allow LINT_CONTRACTING_MIGRATION: ...';
  return [{ code: 'LINT_CONTRACTING_MIGRATION', severity: 'warning', where: { file: file.file, line }, what, fix }];
}

async function reasonAgainst(config: Config, use: DatabaseUse): Promise<string | undefined> {
  if (config.database.url !== 'embedded') return undefined;
  const folders = (await pathExists(config.stateFolder)) ? await findEmbeddedFolders(config.stateFolder) : undefined;
  if (folders === undefined || !(await pathExists(folders.data)))
    return 'there is no embedded database yet, so that none can have run';
  return use === 'open' || (await readServerState(folders))?.alive ? undefined : 'the embedded database does not run';
}
