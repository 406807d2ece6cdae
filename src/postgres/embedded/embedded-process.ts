import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode, pathExists } from '#base';
import type { Binaries } from './embedded-binaries.ts';
import type { EmbeddedFolders } from './embedded-folders.ts';
import { environment, type ServerUse, startKept } from './keeper.ts';

const pollMs = 5;
const stopTimeoutMs = 15_000;

/** The content of postmaster.pid, and whether its process exists. */
interface ServerState {
  readonly pid: number;
  readonly socketFolder: string;
  readonly ready: boolean;
  readonly alive: boolean;
}

/** Undefined when no server runs and the last one stopped cleanly. */
export async function readServerState(folders: EmbeddedFolders): Promise<ServerState | undefined> {
  const text = await readFileIfThere(join(folders.data, 'postmaster.pid'));
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return {
    pid,
    socketFolder: lines[4] || folders.socket,
    ready: lines[7]?.trim() === 'ready',
    alive: Number.isInteger(pid) && (await isPostgres(pid, folders.data)),
  };
}

/**
 * Creates the data folder, complete or not at all. initdb waits until its files are on disk: a power failure must
 * not remove files under committed data.
 */
export async function initialiseData(
  binaries: Binaries,
  folders: EmbeddedFolders,
  { isTemporary }: { readonly isTemporary: boolean },
): Promise<void> {
  const half = `${folders.data}.new`;
  await rm(half, { recursive: true, force: true });
  await writeFile(folders.password, randomBytes(32).toString('base64url'), { mode: 0o600 });
  if (folders.user !== undefined) await chown(folders.password, folders.user.uid, folders.user.gid);
  const options = [
    '-D',
    half,
    '-U',
    'stoa',
    `--pwfile=${folders.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8 sorts equally on every system, whatever locales are installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    // The passwords are 256 random bits. Iterations protect guessable ones, and would slow down each connection.
    '-c',
    'scram_iterations=1',
    ...(isTemporary ? ['--no-sync'] : process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  await promisify(execFile)(binaries.initdb, options, { ...folders.user, cwd: folders.home, env: environment });
  await rename(half, folders.data);
}

/** PostgreSQL's major version that made the data; undefined without data. */
export async function readDataVersion({ data }: EmbeddedFolders): Promise<string | undefined> {
  return (await readFileIfThere(join(data, 'PG_VERSION')))?.trim();
}

export async function readPassword(folders: EmbeddedFolders): Promise<string> {
  return (await readFile(folders.password, 'utf8')).trim();
}

/** Moves the data into `earlier/`, and what was restored into its place. The server does not run. */
export async function keepEarlier(folders: EmbeddedFolders, restored: string): Promise<void> {
  const earlier = join(folders.home, 'earlier');
  await rm(earlier, { recursive: true, force: true });
  await mkdir(earlier, { mode: 0o700 });
  if (await pathExists(folders.data)) {
    await copyFile(folders.password, join(earlier, 'password'));
    await rename(folders.data, join(earlier, 'data'));
  }
  await rename(join(restored, 'password'), folders.password);
  await rename(join(restored, 'data'), folders.data);
}

/** Puts back what an interrupted `keepEarlier` moved; with `always` also what a complete one did. */
export async function putBackEarlier(folders: EmbeddedFolders, { always = false } = {}): Promise<void> {
  const earlier = join(folders.home, 'earlier');
  if (!always && (await pathExists(folders.data))) return;
  if (always) await rm(folders.data, { recursive: true, force: true });
  if (!(await pathExists(join(earlier, 'data')))) return;
  await rename(join(earlier, 'password'), folders.password);
  if (folders.user !== undefined) await chown(folders.password, folders.user.uid, folders.user.gid);
  await rename(join(earlier, 'data'), folders.data);
  await rm(earlier, { recursive: true });
}

/** The server process ended before it was ready. The message has the last lines of its log. */
export class ServerEndedError extends Error {
  constructor(log: string) {
    super(log);
    this.name = 'ServerEndedError';
  }
}

interface ServerOptions {
  readonly connections: number;
  /** Whether the data may be lost when the machine stops. */
  readonly isTemporary: boolean;
}

/**
 * Starts the server and its keeper. Resolves when it accepts connections. It gets its own session, so that Ctrl-C in
 * the gateway's terminal does not reach it while the gateway drains.
 */
export async function startServer(
  binaries: Binaries,
  folders: EmbeddedFolders,
  options: ServerOptions,
): Promise<ServerUse> {
  await forgetDeadServer(folders);
  // Each start begins a new log, which limits its size.
  await writeFile(folders.log, '', { mode: 0o600 });
  const command = [binaries.postgres, ...serverOptions(folders, options)];
  const { process: server, use } = await startKept(folders, command, options);
  while (server.exitCode === null && server.signalCode === null) {
    const state = await readServerState(folders);
    if (state?.ready && state.pid === server.pid) return use;
    await sleep(pollMs);
  }
  await use.close();
  throw new ServerEndedError(await readFile(folders.log, 'utf8'));
}

/** Stops the server: it disconnects clients and writes committed data to disk. Resolves when it has ended. */
export async function stopServer(folders: EmbeddedFolders): Promise<void> {
  const state = await readServerState(folders);
  if (state?.alive) await endProcess(state.pid, folders);
  const socketFolder = state?.socketFolder ?? folders.socket;
  if (basename(socketFolder).startsWith('stoa-')) await rm(socketFolder, { recursive: true, force: true });
}

async function endProcess(pid: number, folders: EmbeddedFolders): Promise<void> {
  send(pid, 'SIGINT');
  const deadline = performance.now() + stopTimeoutMs;
  // The server deletes the file last. In a container without init, its process stays as a zombie.
  while ((await readServerState(folders))?.alive) {
    if (performance.now() > deadline) send(pid, 'SIGQUIT');
    await sleep(pollMs);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The keeper has stopped the server in the meantime.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function serverOptions(folders: EmbeddedFolders, { connections, isTemporary }: ServerOptions): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    // Several gateways may share this server.
    max_connections: String(Math.max(100, connections * 2 + 20)),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log has starts, stops and errors, but no statements, since these contain what shoppers wrote.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(isTemporary && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
  };
  return ['-D', folders.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Removes the lock files of a killed server. Another process may have its id by then. */
async function forgetDeadServer(folders: EmbeddedFolders): Promise<void> {
  const file = join(folders.data, 'postmaster.pid');
  const text = await readFileIfThere(file);
  if (text !== undefined) {
    // PostgreSQL never takes its own parent for a competitor. It still checks the rest of the file, which names the
    // shared memory of backends that outlived their server. Deleting the file would skip that check.
    await writeFile(file, text.replace(/^.*/, String(process.pid)));
  }
  const socket = join(folders.socket, '.s.PGSQL.5432');
  await Promise.all([socket, `${socket}.lock`].map((path) => rm(path, { force: true })));
}

/** Whether this process is the server of this data folder, and not another one that reuses its id. */
async function isPostgres(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // Empty for a zombie.
    const commandLine = await readFileIfThere(`/proc/${pid}/cmdline`);
    return commandLine?.split('\0').includes(data) ?? false;
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(data);
  } catch {
    // ps fails when there is no such process.
    return false;
  }
}

async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined;
    throw error;
  }
}
