import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from '#base';
import { connect } from '../connection/connect.ts';
import { findPlatformPackage, prepareBinaries } from './embedded-binaries.ts';
import { findEmbeddedFolders } from './embedded-folders.ts';
import { readServerState } from './embedded-process.ts';
import { shareLock } from './embedded-server.ts';
import { withProcessLock } from './process-lock.ts';

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

/** The state of a project's embedded database. */
export interface EmbeddedFacts {
  readonly folder: string;
  /** PostgreSQL's major version; undefined without a data folder. */
  readonly dataVersion: string | undefined;
  /** `killed`: it ended without a clean stop and left its lock file behind. */
  readonly server: 'stopped' | 'running' | 'killed';
  /**
   * The number of gateways and commands that use the server; undefined when it does not run, or does not accept the
   * query.
   */
  readonly users: number | undefined;
  /** Another command is starting or stopping the server. */
  readonly isBusy: boolean;
}

/** Reads the state and starts nothing. The state folder must exist. */
export async function inspectEmbedded(stateFolder: string): Promise<EmbeddedFacts> {
  const folders = await findEmbeddedFolders(stateFolder);
  const dataVersion = await textOf(join(folders.data, 'PG_VERSION'));
  const state = dataVersion === undefined ? undefined : await readServerState(folders);
  const server = state === undefined ? 'stopped' : state.alive ? 'running' : 'killed';
  const users = state?.alive ? await usersOf(state.socketFolder, folders.password) : undefined;
  const isBusy = (await textOf(folders.lock)) !== undefined && !(await isFree(folders.lock));
  return { folder: folders.home, dataVersion, server, users, isBusy };
}

async function usersOf(host: string, passwordFile: string): Promise<number | undefined> {
  const password = await textOf(passwordFile);
  try {
    const client = await connect({ host, port: 5432, database: 'postgres', user: 'stoa', password, ssl: false });
    try {
      const { rows } = await client.query<{ users: number }>(
        `select count(*)::int as users from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2`,
        [...shareLock],
      );
      return rows[0]?.users;
    } finally {
      await client.end();
    }
  } catch {
    // A server that starts or stops refuses the query.
    return undefined;
  }
}

async function isFree(lock: string): Promise<boolean> {
  try {
    await withProcessLock(lock, 300, async () => undefined);
    return true;
  } catch {
    return false;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}
