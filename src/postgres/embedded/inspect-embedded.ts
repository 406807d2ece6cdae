import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Place, pathExists } from '#base';
import { folderSize } from './abandoned-folders.ts';
import { findPlatformPackage, prepareBinaries } from './embedded-binaries.ts';
import { type EmbeddedFolders, findEmbeddedFolders } from './embedded-folders.ts';
import { readDataVersion, readServerState } from './embedded-process.ts';
import { isKept, isUsed } from './keeper.ts';
import { LockTimeoutError, withProcessLock } from './process-lock.ts';

/** The output of `postgres --version`. Throws when the programs are missing or do not run on this machine. */
export async function embeddedVersion(where: Place): Promise<{ readonly text: string; readonly major: string }> {
  const source = await findPlatformPackage(where);
  const folder = await mkdtemp(join(tmpdir(), 'stoa-doctor-'));
  try {
    const binaries = await prepareBinaries(source, { folder, always: false });
    const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']);
    return { text: stdout.trim(), major: binaries.major };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the state of a project's embedded database, and starts nothing. The state folder must exist. `killed`: the
 * server ended without a clean stop, and its lock file is still there. `isUsed` and `isKept` are undefined when it
 * does not run, or while another command starts or stops it (`isBusy`).
 */
export async function inspectEmbedded(stateFolder: string) {
  const folders = await findEmbeddedFolders(stateFolder);
  const dataVersion = await readDataVersion(folders).catch(() => undefined);
  const state = dataVersion === undefined ? undefined : await readServerState(folders);
  const stopped = state === undefined ? ('stopped' as const) : ('killed' as const);
  const server = state?.alive === true ? ('running' as const) : stopped;
  const alive = state?.alive === true;
  const looked = await lookAtUsers(folders);
  const isBusy = looked === 'busy';
  const known = alive && looked !== 'busy' ? looked : undefined;
  const bytes = dataVersion === undefined ? 0 : await folderSize(folders.home);
  return { folder: folders.home, bytes, dataVersion, server, isBusy, isUsed: known?.isUsed, isKept: known?.isKept };
}

async function lookAtUsers(folders: EmbeddedFolders) {
  if (!(await pathExists(folders.lock))) return undefined;
  try {
    return await withProcessLock(folders.lock, 300, async () => ({
      isUsed: await isUsed(folders),
      isKept: await isKept(folders),
    }));
  } catch (error) {
    if (error instanceof LockTimeoutError) return 'busy';
    throw error;
  }
}
