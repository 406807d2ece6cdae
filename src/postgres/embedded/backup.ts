import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chown,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { createLogger, errorCode, errorMessage, ignoreMissing, type Place, pathExists } from '#base';
import { refuse } from '../connection/connection-finding.ts';
import { findPlatformPackage } from './embedded-binaries.ts';
import { embeddedError, wrongVersionError } from './embedded-finding.ts';
import { type EmbeddedFolders, findEmbeddedFolders } from './embedded-folders.ts';
import { keepEarlier, putBackEarlier, readServerState } from './embedded-process.ts';
import { type EmbeddedServer, useEmbeddedServer } from './embedded-server.ts';
import { whileStopped } from './stopped-server.ts';

/** Folders that a backup holds without their content, which PostgreSQL makes anew. */
const emptied: ReadonlySet<string> = new Set([
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const omitted: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts']);

/** What belongs together in a backup. */
export interface BackedUp {
  readonly stateFolder: string;
  /** Files of extensions, which rows name. They never change. */
  readonly filesFolder: string;
}

/**
 * Writes the embedded database of a project and the files of extensions into a new file, a tar archive that gzip
 * compressed: of the stopped folder, or of the running server between pg_backup_start and pg_backup_stop. Throws
 * DATABASE_REFUSED.
 */
export async function backupEmbedded(
  { stateFolder, filesFolder }: BackedUp,
  file: string,
  where: Place,
): Promise<{ readonly state: 'stopped' | 'running'; readonly files: number }> {
  const folders = await findEmbeddedFolders(stateFolder);
  const made = mkdir(dirname(file), { recursive: true });
  const output = await made
    .then(() => open(file, 'wx', 0o600))
    .catch((error: unknown) => {
      const reason = errorCode(error) === 'EEXIST' ? 'it exists' : errorCode(error) || errorMessage(error);
      throw refuse(
        where,
        `${file} cannot be written: ${reason}`,
        'Name a file that does not exist, and that this process may write.',
      );
    });
  const copy = join(folders.home, `backup-${process.pid}`);
  let files = 0;
  // Files come after the database: a row without its file does harm, a file without its row none.
  const write = async (folder: string): Promise<void> => {
    await mkdir(join(copy, 'files'), { recursive: true, mode: 0o700 });
    files = await copyFiles(filesFolder, join(copy, 'files'), { asLinks: true });
    await archive(folder, copy, output);
  };
  try {
    const isRunning = (await pathExists(folders.data)) && (await readServerState(folders))?.alive === true;
    if (isRunning) {
      await copyRunning(stateFolder, folders, { copy, where });
      await write(copy);
    } else await whileStopped(stateFolder, where, () => write(folders.home));
    await output.sync();
    return { state: isRunning ? 'running' : 'stopped', files };
  } catch (error) {
    await rm(file, { force: true });
    throw embeddedError(error, where, folders.home);
  } finally {
    await rm(copy, { recursive: true, force: true });
    await output.close();
  }
}

async function copyRunning(
  stateFolder: string,
  folders: EmbeddedFolders,
  { copy, where }: { readonly copy: string; readonly where: Place },
): Promise<void> {
  const server = await serverOf(stateFolder, where);
  const { client } = await server.join(() => undefined);
  try {
    await copyData(client, folders, join(copy, 'data'));
    await copyFile(folders.password, join(copy, 'password'));
  } finally {
    await server.leave(client);
  }
}

/** https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
async function copyData(client: Client, folders: EmbeddedFolders, target: string): Promise<void> {
  // PostgreSQL keeps the write-ahead log from here until the connection ends.
  await client.query(`select pg_create_physical_replication_slot('stoa_backup_' || pg_backend_pid(), true, true)`);
  await client.query(`select pg_backup_start('stoa db backup', fast => true)`);
  await copyFolder(folders.data, target, '');
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  );
  await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
  const log = join(folders.data, 'pg_wal');
  for (const name of await readdir(log))
    if (/^[0-9A-F]{24}$|\.history$/.test(name)) await copyFile(join(log, name), join(target, 'pg_wal', name));
}

async function copyFolder(source: string, target: string, path: string): Promise<void> {
  await mkdir(join(target, path), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(source, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      if (emptied.has(inner)) await mkdir(join(target, inner), { mode: 0o700 });
      else await copyFolder(source, target, inner);
    } else if (!omitted.has(inner))
      // PostgreSQL may remove a file during the backup. Its write-ahead log says so.
      await copyFile(join(source, inner), join(target, inner)).catch(ignoreMissing);
  }
}

function archive(folder: string, copy: string, output: FileHandle): Promise<void> {
  const without = [...omitted].map((name) => `--exclude=data/${name}`);
  const words = ['-C', folder, ...without, '-czf', '-', 'data', 'password', '-C', copy, 'files'];
  return runTar(words, undefined, ['ignore', output.fd]);
}

async function runTar(
  words: readonly string[],
  user: EmbeddedFolders['user'],
  [input, output]: readonly ['ignore' | number, 'ignore' | number],
): Promise<void> {
  const child = spawn('tar', words, { ...user, cwd: '/', stdio: [input, output, 'pipe'] });
  const [[code], message] = await Promise.all([once(child, 'close'), child.stderr === null ? '' : text(child.stderr)]);
  if (code !== 0) throw new Error(message.trim().split('\n', 1)[0]);
}

/**
 * Replaces the embedded database of a project by a backup of the same major version, and adds the backup's files. What
 * was there is kept until PostgreSQL has opened the new one, and put back otherwise. Throws DATABASE_REFUSED, also
 * while a process uses the database.
 */
export async function restoreEmbedded(
  { stateFolder, filesFolder }: BackedUp,
  file: string,
  where: Place,
): Promise<number> {
  let files = 0;
  const input = await open(file, 'r').catch((error: unknown) => {
    throw refuse(where, `${file} cannot be read: ${errorCode(error)}`, 'Name a file of "stoa db backup".');
  });
  try {
    const server = await serverOf(stateFolder, where);
    const replace = async (folders: EmbeddedFolders) => {
      files = await replaceData(folders, input, { file, filesFolder, where });
    };
    await whileStopped(stateFolder, where, replace, { withoutData: true });
    await openRestored(server, stateFolder, file, where);
    return files;
  } finally {
    await input.close();
  }
}

async function replaceData(
  folders: EmbeddedFolders,
  input: FileHandle,
  { file, filesFolder, where }: { readonly file: string; readonly filesFolder: string; readonly where: Place },
): Promise<number> {
  await putBackEarlier(folders);
  const half = join(folders.home, 'restored');
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  if (folders.user !== undefined) await chown(half, folders.user.uid, folders.user.gid);
  try {
    await runTar(['-xzf', '-', '-C', half], folders.user, [input.fd, 'ignore']).catch((error: unknown) => {
      throw refuse(where, `${file} cannot be unpacked: ${errorMessage(error)}`, 'Name a file of "stoa db backup".');
    });
    await checkRestored(half, file, where);
    const files = await copyFiles(join(half, 'files'), filesFolder);
    await keepEarlier(folders, half);
    return files;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function checkRestored(half: string, file: string, where: Place): Promise<void> {
  const isBackup =
    (await pathExists(join(half, 'password'))) && (await pathExists(join(half, 'data', 'global', 'pg_control')));
  if (!isBackup) throw refuse(where, `${file} is no backup of Stoa`, 'Name a file of "stoa db backup".');
  const version = (await readFile(join(half, 'data', 'PG_VERSION'), 'utf8')).trim();
  const [own = ''] = (await findPlatformPackage(where)).version.split('.');
  if (version !== own) throw wrongVersionError(where, file, [version, own]);
}

async function openRestored(server: EmbeddedServer, stateFolder: string, file: string, where: Place): Promise<void> {
  const folders = await findEmbeddedFolders(stateFolder);
  try {
    const { client } = await server.join(() => undefined);
    await server.leave(client);
  } catch (error) {
    await whileStopped(stateFolder, where, (stopped) => putBackEarlier(stopped, { always: true }), {
      withoutData: true,
    });
    const fix = 'What was there before is back. Try an earlier backup.';
    throw refuse(where, `PostgreSQL does not open the database of ${file}: ${errorMessage(error)}`, fix);
  }
  await rm(join(folders.home, 'earlier'), { recursive: true, force: true });
}

function serverOf(stateFolder: string, where: Place): Promise<EmbeddedServer> {
  return useEmbeddedServer(stateFolder, { connections: 10, where, logger: createLogger('warn') });
}

/**
 * Copies the files of extensions into a folder, and returns how many. They never change, so a backup has links to them
 * where both folders are on one disk. Without those of running requests, whose folder begins with a dot.
 */
async function copyFiles(source: string, target: string, { asLinks = false } = {}): Promise<number> {
  const entries = (await readdir(source, { recursive: true, withFileTypes: true }).catch(ignoreMissing)) ?? [];
  let count = 0;
  for (const entry of entries) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(source, from);
    if (!entry.isFile() || path.startsWith('.')) continue;
    const to = join(target, path);
    await mkdir(dirname(to), { recursive: true });
    const copied = asLinks ? link(from, to).catch(() => copyWhole(from, to)) : copyWhole(from, to);
    // An extension may remove a file during the backup.
    count += (await copied.then(() => 1, ignoreMissing)) ?? 0;
  }
  return count;
}

async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  await rename(part, to);
}
