import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorCode, type Logger, type Place } from '#base';
import { type ConnectionSettings, connect } from '../connection/connect.ts';
import { type Binaries, findPlatformPackage, prepareBinaries } from './embedded-binaries.ts';
import { embeddedError, wrongVersionError } from './embedded-finding.ts';
import { type EmbeddedFolders, prepareEmbeddedFolders } from './embedded-folders.ts';
import {
  initialiseData,
  putBackEarlier,
  readDataVersion,
  readPassword,
  readServerState,
  ServerEndedError,
  startServer,
  stopServer,
} from './embedded-process.ts';
import { isUsed, type ServerUse, useRunning } from './keeper.ts';
import { withProcessLock } from './process-lock.ts';

/** The administrator's connection to the embedded server, and its settings. */
interface EmbeddedShare {
  readonly client: Client;
  readonly settings: ConnectionSettings;
}

/** The embedded server of one project, which several processes share. */
export interface EmbeddedServer {
  readonly folder: string;
  /** Creates, starts or finds the server. Calls `onLost` when the connection ends, after `leave` too. */
  join(onLost: (reason: string) => void): Promise<EmbeddedShare>;
  /** Ends the use of the server, also after the connection was lost. The last process stops the server. */
  leave(client: Client | undefined): Promise<void>;
}

/**
 * Each process holds the FIFO of the server's keeper open for writing. The last process to leave stops the server. When
 * the last one is killed instead, the keeper does. A file lock serialises joining and leaving.
 */
export async function useEmbeddedServer(
  stateFolder: string,
  options: {
    readonly connections: number;
    readonly where: Place;
    readonly logger: Logger;
    /** The data goes away with the server, as in tests: nothing waits for the disk, or is vacuumed. Default: false. */
    readonly isTemporary?: boolean;
    /** A folder in memory for the data. */
    readonly memory?: string | undefined;
  },
): Promise<EmbeddedServer> {
  const { where } = options;
  const source = await findPlatformPackage(where);
  const prepare = async (): Promise<{ folders: EmbeddedFolders; binaries: Binaries }> => {
    const folders = await prepareEmbeddedFolders(stateFolder, options.memory);
    const copies = { folder: folders.binaryCopies, always: folders.user !== undefined };
    return { folders, binaries: await prepareBinaries(source, copies) };
  };
  const { folders, binaries } = await prepare().catch((error: unknown) => {
    throw embeddedError(error, where, stateFolder);
  });
  let use: ServerUse | undefined;
  return {
    folder: folders.home,
    async join(onLost) {
      try {
        // Repeated here, since a clean-up of /tmp may have deleted the socket folder.
        await prepareEmbeddedFolders(stateFolder, options.memory);
        const work = () => joinServer({ ...options, binaries, folders, onLost });
        const joined = await withProcessLock(folders.lock, joinTimeoutMs * 2, work);
        // After a lost connection. The earlier use lasts until here, so that the keeper does not stop the server.
        await use?.close();
        use = joined.use;
        return joined.share;
      } catch (error) {
        throw embeddedError(error, where, folders.home);
      }
    },
    async leave(client) {
      await client?.end();
      await withProcessLock(folders.lock, joinTimeoutMs * 2, async () => {
        await use?.close();
        use = undefined;
        if (!(await isUsed(folders))) await stopServer(folders);
      });
    },
  };
}

const joinTimeoutMs = 30_000;
const retryMs = 20;

interface Joining {
  readonly binaries: Binaries;
  readonly folders: EmbeddedFolders;
  readonly where: Place;
  readonly logger: Logger;
  readonly connections: number;
  readonly isTemporary?: boolean;
  readonly onLost: (reason: string) => void;
}

async function joinServer(joining: Joining): Promise<{ readonly use: ServerUse; readonly share: EmbeddedShare }> {
  const { binaries, folders, where, logger, isTemporary = false } = joining;
  const started = performance.now();
  await putBackEarlier(folders);
  let dataVersion = await readDataVersion(folders);
  if (dataVersion === undefined) {
    await initialiseData(binaries, folders, { isTemporary });
    logger.debug('embedded database made', { folder: folders.home, ms: Math.round(performance.now() - started) });
    dataVersion = binaries.major;
  }
  if (dataVersion !== binaries.major) throw wrongVersionError(where, folders.data, [dataVersion, binaries.major]);

  let use: ServerUse | undefined;
  try {
    for (;;) {
      const state = await readServerState(folders);
      const late = performance.now() - started > joinTimeoutMs;
      try {
        if (!state?.alive) {
          await use?.close();
          use = undefined;
          use = await startServer(binaries, folders, { connections: joining.connections, isTemporary });
        } else if (use === undefined) {
          use = await useRunning(folders, state.pid);
          // Its keeper is stopping it, or the FIFO was deleted.
          if (use === undefined) await stopServer(folders);
        } else if (!state.ready && !late) await sleep(retryMs);
        else return { use, share: await openShare(state.socketFolder, joining) };
      } catch (error) {
        if (late || !isTransient(error)) throw error;
        // A server without its socket accepts no connection.
        if (isConnectError(error) && errorCode(error) === 'ENOENT') await stopServer(folders);
        await sleep(retryMs);
      }
    }
  } catch (error) {
    await use?.close();
    throw error;
  }
}

async function openShare(socketFolder: string, { folders, onLost }: Joining): Promise<EmbeddedShare> {
  const password = await readPassword(folders);
  const settings = { host: socketFolder, port: 5432, database: 'postgres', user: 'stoa', password, ssl: false };
  const client = await connect(settings, onLost);
  // `stoa db` names the processes that use the server.
  await client.query('select set_config($1, $2, false)', [
    'application_name',
    `stoa process ${process.pid}${commandOf(process.argv)}`,
  ]);
  return { client, settings };
}

/** The name of the running command, if it is one: ` (start)`. */
function commandOf([, program = '', ...words]: readonly string[]): string {
  const command = words.find((word) => /^[a-z]+$/.test(word));
  return /\bstoa(?:\.mjs)?$/.test(program) && command !== undefined ? ` (${command})` : '';
}

/** Errors of a server that starts or stops, or whose last backends are still ending. */
function isTransient(error: unknown): boolean {
  if (error instanceof ServerEndedError)
    return /lock file ".*" already exists|shared memory block .* is still in use/.test(error.message);
  const code = errorCode(error);
  if (isConnectError(error)) return ['ECONNREFUSED', 'ENOENT'].includes(code);
  return ['57P03', '57P01', 'ECONNRESET', 'EPIPE'].includes(code) || isEndOfStream(error);
}

/** How pg names a connection that ends while it logs in: its server was killed. */
function isEndOfStream(error: unknown): boolean {
  return error instanceof Error && error.message === 'Connection terminated unexpectedly';
}

function isConnectError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}
