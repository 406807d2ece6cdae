import { createInterface } from 'node:readline/promises';
import { didYouMean, errorFinding, StartupError } from '#base';
import { type Config, loadConfig } from '#config';
import { filesFolder } from '#files';
import {
  backupEmbedded,
  databasePlace,
  findAbandoned,
  findEmbeddedFolders,
  resetEmbedded,
  restoreEmbedded,
} from '#postgres';
import { exitCode } from '../shared/exit-code.ts';
import { table, writeOutput } from '../shared/output.ts';
import { withDatabase } from '../shared/with-database.ts';

/** What to use for a server of its own. */
const otherTools = {
  path: () => 'Its operator knows where its data lies.',
  reset: () => 'Use dropdb and createdb of PostgreSQL, then start the shop.',
  backup: (files: string) =>
    `Use pg_dump of PostgreSQL, then copy the files of extensions beside it: mkdir backup && pg_dump --format=custom --file=backup/shop.dump "$DATABASE_URL" && rsync -a --exclude=.uploads ${files}/ backup/files/`,
  restore: (files: string) =>
    `Copy the files of extensions back, then use pg_restore of PostgreSQL: rsync -a backup/files/ ${files}/ && pg_restore --clean --dbname="$DATABASE_URL" backup/shop.dump`,
} as const;

export async function printPath(file: string): Promise<void> {
  const config = await embeddedConfig(file, 'path');
  await writeOutput((await findEmbeddedFolders(config.stateFolder)).home);
}

/** Empties the embedded database, after a question. */
export async function reset(file: string, options: { readonly yes?: true }): Promise<void> {
  const config = await embeddedConfig(file, 'reset');
  const { home } = await findEmbeddedFolders(config.stateFolder);
  if (!(await isAgreed(`Remove all data of the embedded database in ${home}?`, options))) return;
  await resetEmbedded(config.stateFolder, databasePlace(config));
  await writeOutput(`Removed. The next start makes a new database in ${home}.`);
}

/** Writes a backup into a new file. */
export async function backup(file: string, target: string): Promise<void> {
  const config = await embeddedConfig(file, 'backup');
  const { state, files } = await backupEmbedded(partsOf(config), target, databasePlace(config));
  await writeOutput(
    `Wrote ${target}, of the ${state} database and ${counted(files)}. It holds a password: keep it from others.`,
  );
}

/** Empties one extension's schema, runs its migrations and loads its demonstration data, after a question. */
export async function resetExtension(file: string, name: string, options: { readonly yes?: true }): Promise<void> {
  await withDatabase(file, async (database, manifests) => {
    const manifest = manifests.find(({ id }) => id === name);
    if (manifest === undefined) {
      const ids = manifests.map(({ id }) => id);
      const fix = didYouMean(name, ids);
      const what = `there is no extension "${name}" to reset`;
      throw new StartupError([errorFinding('EXTENSION_NOT_FOUND', { where: { file }, what, fix })]);
    }
    if (!(await isAgreed(`Remove all data of ${name}, and make its tables anew?`, options))) return;
    await database.reset(manifest);
    const seeded = manifest.seeds.length > 0 ? ', and its demonstration data is loaded' : '';
    await writeOutput(`The tables of ${name} are made anew${seeded}.`);
  });
}

/** Replaces the embedded database by a backup, after a question. */
export async function restore(file: string, source: string, options: { readonly yes?: true }): Promise<void> {
  const config = await embeddedConfig(file, 'restore');
  const { home } = await findEmbeddedFolders(config.stateFolder);
  if (!(await isAgreed(`Replace the embedded database in ${home} by ${source}?`, options))) return;
  const files = await restoreEmbedded(partsOf(config), source, databasePlace(config));
  await writeOutput(`Restored ${source} into ${home}, and ${counted(files)}.`);
}

function partsOf(config: Config) {
  return { stateFolder: config.stateFolder, filesFolder: filesFolder(config) };
}

function counted(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'} of extensions`;
}

/** Removes folders of embedded databases without a project, after a question. */
export async function prune(options: { readonly yes?: true; readonly unknown?: true }): Promise<void> {
  const all = await findAbandoned();
  const chosen = all.filter(({ project }) => options.unknown || project !== undefined);
  const unknown = all.length - chosen.length;
  const rows = all.map(({ folder, project, bytes }) => [folder, mebibytes(bytes), project ?? '(project not known)']);
  if (all.length > 0) await writeOutput(table(rows));
  if (unknown > 0)
    await writeOutput(
      `${unknown} of an earlier Stoa do not say whose they are. A start of their project records it; --unknown removes them.`,
    );
  if (chosen.length === 0) return await writeOutput('Nothing to prune.');
  const size = mebibytes(chosen.reduce((sum, { bytes }) => sum + bytes, 0));
  if (!(await isAgreed(`Remove ${chosen.length} folders, ${size}, whose project is gone?`, options))) return;
  for (const { folder, remove } of chosen)
    await writeOutput(`${(await remove()) ? 'removed' : 'in use, kept'}  ${folder}`);
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

async function embeddedConfig(file: string, command: keyof typeof otherTools): Promise<Config> {
  const config = await loadConfig(file, { environment: process.env });
  if (config.database.url === 'embedded') return config;
  const what = `"stoa db ${command}" is for the embedded database, and this shop has a server of its own`;
  const fix = otherTools[command](filesFolder(config));
  throw new StartupError([errorFinding('DATABASE_REFUSED', { where: databasePlace(config), what, fix })]);
}

/** Asks on the terminal. Without one, only `--yes` agrees. Sets the exit code when the answer is no. */
async function isAgreed(question: string, { yes }: { readonly yes?: true }): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    process.stderr.write(`${question}\nThere is no terminal to ask on. Add --yes.\n`);
    process.exitCode = exitCode.usage;
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (/^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())) return true;
  } finally {
    terminal.close();
  }
  process.stderr.write('Nothing changed.\n');
  process.exitCode = exitCode.findings;
  return false;
}
