import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Place, pathExists, type StartupError } from '#base';
import { connect, withClient } from '../connection/connect.ts';
import { refuse } from '../connection/connection-finding.ts';
import { embeddedError } from './embedded-finding.ts';
import { type EmbeddedFolders, findEmbeddedFolders } from './embedded-folders.ts';
import { readPassword, readServerState, stopServer } from './embedded-process.ts';
import { isUsed } from './keeper.ts';
import { withProcessLock } from './process-lock.ts';

const lockTimeoutMs = 60_000;

/** Does the work while no server runs or can start. Throws DATABASE_REFUSED without one, or when a process uses it. */
export async function whileStopped<Result>(
  stateFolder: string,
  where: Place,
  work: (folders: EmbeddedFolders) => Promise<Result>,
  { withoutData = false } = {},
): Promise<Result> {
  const folders = await findEmbeddedFolders(stateFolder);
  if (!withoutData && !(await pathExists(folders.data)))
    throw refuse(where, `there is no embedded database in ${folders.home}`, 'The first start of the shop makes it.');
  try {
    return await withProcessLock(folders.lock, lockTimeoutMs, async () => {
      const users = await usersOf(folders);
      if (users.length > 0 || (await isUsed(folders))) throw usedError(users, where);
      await stopServer(folders);
      return await work(folders);
    });
  } catch (error) {
    throw embeddedError(error, where, folders.home);
  }
}

function usedError(users: readonly string[], where: Place): StartupError {
  const named = users.length === 0 ? 'a process that is starting or stopping it' : users.join(', ');
  return refuse(where, `the embedded database is in use: ${named}`, 'Stop it first: Ctrl-C in its terminal, or kill.');
}

/**
 * The processes that use a running server: `process 4711 (start), since 2026-11-22T10:50:00Z`. Without any, the names
 * of other clients, such as psql or a gateway of an earlier version.
 */
export async function usersOf(folders: EmbeddedFolders): Promise<readonly string[]> {
  const state = await readServerState(folders);
  if (!state?.alive) return [];
  try {
    const password = await readPassword(folders);
    const login = { port: 5432, database: 'postgres', user: 'stoa', password, ssl: false };
    return await withClient(connect({ host: state.socketFolder, ...login }), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select application_name || ', since ' || to_char(backend_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          as name from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() order by backend_start`,
      );
      const processes = rows.flatMap(({ name }) => /^stoa (process .*)/.exec(name)?.[1] ?? []);
      return processes.length > 0 ? processes : rows.map(({ name }) => name);
    });
  } catch {
    // It is starting or stopping, or does not know the password. The FIFO still tells whether processes use it.
    return [];
  }
}

/** Removes the embedded database of a project. Throws DATABASE_REFUSED while a process uses it. */
export async function resetEmbedded(stateFolder: string, where: Place): Promise<void> {
  await whileStopped(stateFolder, where, async (folders) => {
    // Renamed first: an interrupted removal leaves no half database.
    const old = join(folders.home, 'data.old');
    await rm(old, { recursive: true, force: true });
    await rename(folders.data, old);
    await rm(old, { recursive: true });
    await rm(folders.password, { force: true });
  });
}
