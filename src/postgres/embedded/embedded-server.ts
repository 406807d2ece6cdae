import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorCode, type Logger, type Place } from '#base';
import { type ConnectionSettings, connect } from '../connection/connect.ts';
import { type Binaries, findPlatformPackage, prepareBinaries } from './embedded-binaries.ts';
import { embeddedError, wrongVersionError } from './embedded-finding.ts';
import { type EmbeddedFolders, prepareEmbeddedFolders } from './embedded-folders.ts';
import { initialiseData, readServerState, ServerEndedError, startServer, stopServer } from './embedded-process.ts';
import { withProcessLock } from './process-lock.ts';

/** A gateway's share in the embedded server. While its connection is open, no gateway stops the server. */
export interface EmbeddedShare {
  readonly client: Client;
  readonly settings: ConnectionSettings;
}

/** The embedded server of one project, which several processes share. */
export interface EmbeddedServer {
  readonly folder: string;
  /** Creates, starts or finds the server. Calls `onLost` when the connection ends, after `leave` too. */
  join(onLost: (reason: string) => void): Promise<EmbeddedShare>;
  /** Gives the share back. The last process stops the server. */
  leave(client: Client): Promise<void>;
}

/**
 * Each process holds a shared advisory lock on its own connection, which PostgreSQL releases when the process ends.
 * A leaving process tries to take the same lock exclusively, and succeeds when it is the last. A file lock
 * serialises joining and leaving. When every gateway is killed, the server keeps running idle. The next command
 * finds it, and stops it when it leaves.
 */
export async function useEmbeddedServer(
  stateFolder: string,
  options: { readonly connections: number; readonly where: Place; readonly logger: Logger },
): Promise<EmbeddedServer> {
  const { where, logger } = options;
  const source = await findPlatformPackage(where);
  const prepare = async (): Promise<{ folders: EmbeddedFolders; binaries: Binaries }> => {
    const folders = await prepareEmbeddedFolders(stateFolder);
    const copies = { folder: folders.binaryCopies, always: folders.user !== undefined };
    return { folders, binaries: await prepareBinaries(source, copies) };
  };
  const { folders, binaries } = await prepare().catch((error: unknown) => {
    throw embeddedError(error, where, stateFolder);
  });
  return {
    folder: folders.home,
    async join(onLost) {
      try {
        // Repeated here, since a clean-up of /tmp may have deleted the socket folder.
        await prepareEmbeddedFolders(stateFolder);
        const work = () => joinServer({ binaries, folders, where, logger, connections: options.connections, onLost });
        return await withProcessLock(folders.lock, joinTimeoutMs * 2, work);
      } catch (error) {
        throw embeddedError(error, where, folders.home);
      }
    },
    leave: (client) => withProcessLock(folders.lock, joinTimeoutMs * 2, () => leaveServer(client, folders)),
  };
}

const joinTimeoutMs = 30_000;
const retryMs = 20;
/** The key of the lock as two 32-bit numbers: "stoa", "user". */
export const shareLock = [0x73746f61, 0x75736572] as const;

interface Joining {
  readonly binaries: Binaries;
  readonly folders: EmbeddedFolders;
  readonly where: Place;
  readonly logger: Logger;
  readonly connections: number;
  readonly onLost: (reason: string) => void;
}

async function joinServer(joining: Joining): Promise<EmbeddedShare> {
  const { binaries, folders, where, logger } = joining;
  const started = performance.now();
  let dataVersion = await readDataVersion(folders);
  if (dataVersion === undefined) {
    await initialiseData(binaries, folders);
    logger.debug('embedded database made', { folder: folders.home, ms: Math.round(performance.now() - started) });
    dataVersion = binaries.major;
  }
  if (dataVersion !== binaries.major) throw wrongVersionError(where, folders.data, [dataVersion, binaries.major]);

  for (;;) {
    const state = await readServerState(folders);
    const late = performance.now() - started > joinTimeoutMs;
    try {
      if (!state?.alive) await startServer(binaries, folders, joining.connections);
      else if (!state.ready && !late) await sleep(retryMs);
      else return await takeShare(state.socketFolder, joining);
    } catch (error) {
      if (late || !isTransient(error)) throw error;
      // A server without its socket accepts no connection.
      if (isConnectError(error) && errorCode(error) === 'ENOENT') await stopServer(folders);
      await sleep(retryMs);
    }
  }
}

async function takeShare(socketFolder: string, joining: Joining): Promise<EmbeddedShare> {
  const password = (await readFile(joining.folders.password, 'utf8')).trim();
  const settings = { host: socketFolder, port: 5432, database: 'postgres', user: 'stoa', password, ssl: false };
  const client = await connect(settings, joining.onLost);
  await client.query('select pg_advisory_lock_shared($1, $2)', [...shareLock]);
  return { client, settings };
}

async function leaveServer(client: Client, folders: EmbeddedFolders): Promise<void> {
  const isLast = await isLastShare(client);
  await client.end();
  if (!isLast) return;
  await stopServer(folders);
}

async function isLastShare(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1, $2)', [...shareLock]);
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1, $2) as last', [
      ...shareLock,
    ]);
    return rows[0]?.last === true;
  } catch {
    // The connection is lost, probably with its server. There is nothing to stop, or another gateway has started it
    // again.
    return false;
  }
}

async function readDataVersion(folders: EmbeddedFolders): Promise<string | undefined> {
  try {
    return (await readFile(join(folders.data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Errors of a server that starts or stops, or whose last backends are still ending. */
function isTransient(error: unknown): boolean {
  if (error instanceof ServerEndedError)
    return /lock file ".*" already exists|shared memory block .* is still in use/.test(error.message);
  const code = errorCode(error);
  return ['57P03', '57P01'].includes(code) || (isConnectError(error) && ['ECONNREFUSED', 'ENOENT'].includes(code));
}

function isConnectError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}
