import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing, pathExists } from '#base';
import { foldersIn, projectFile, sharedFolder } from './embedded-folders.ts';
import { stopServer } from './embedded-process.ts';
import { isUsed } from './keeper.ts';
import { LockTimeoutError, withProcessLock } from './process-lock.ts';
import { usersOf } from './stopped-server.ts';

/** The folder of an embedded database whose project does not exist, or is not known. */
export interface AbandonedFolder {
  readonly folder: string;
  /** The state folder of the project; undefined for a folder of an earlier version of Stoa. */
  readonly project: string | undefined;
  readonly bytes: number;
  /** Removes the folder, and ends its server. False when a process uses it. */
  remove(): Promise<boolean>;
}

/** Finds folders of embedded databases without a project. Only root's databases lie outside of their projects. */
export async function findAbandoned(root = sharedFolder): Promise<readonly AbandonedFolder[]> {
  const names = (await readdir(root).catch(ignoreMissing)) ?? [];
  const found: AbandonedFolder[] = [];
  for (const name of names.filter((entry) => /^[0-9a-f]{16}$/.test(entry))) {
    const folder = join(root, name);
    const project = await readFile(join(folder, projectFile), 'utf8').catch(ignoreMissing);
    if (project === undefined || !(await pathExists(project)))
      found.push({ folder, project, bytes: await folderSize(folder), remove: () => remove(folder) });
  }
  return found;
}

async function remove(folder: string): Promise<boolean> {
  const folders = foldersIn(folder, { socket: folder, binaryCopies: sharedFolder, user: undefined });
  const isFree = await withProcessLock(folders.lock, 1_000, async () => {
    // A gateway of a version without a keeper is a client, but has no FIFO.
    if ((await isUsed(folders)) || (await usersOf(folders)).length > 0) return false;
    await stopServer(folders);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof LockTimeoutError) return false;
    throw error;
  });
  if (isFree) await rm(folder, { recursive: true, force: true });
  return isFree;
}

/** Bytes that a folder takes on the disk. */
export async function folderSize(folder: string): Promise<number> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    else bytes += ((await lstat(path).catch(ignoreMissing))?.blocks ?? 0) * 512;
  }
  return bytes;
}
