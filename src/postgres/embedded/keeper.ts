import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs, { constants } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, ignoreMissing } from '#base';
import type { EmbeddedFolders } from './embedded-folders.ts';

/** The environment of PostgreSQL and its keeper: without the operator's PG* variables, which mean another server. */
export const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * A process' use of the embedded server: an open writer on the FIFO that the keeper reads. The operating system closes
 * it when the process ends, also by kill -9, and in each program that the process starts.
 */
export interface ServerUse {
  close(): Promise<void>;
}

/**
 * The keeper: a POSIX shell that reads the FIFO of all users of one server, and stops the server after the last one.
 *
 * Withdrawing the FIFO has two steps, since a process may open it after the shell has read its end. After the rename
 * the shell reads again, and waits if such a writer exists. A process that comes between opens `closing` and renames
 * it back. So either the process can open the FIFO, and the keeper waits for it, or the FIFO is gone.
 *
 * The shell becomes PostgreSQL (exec). So the keeper knows its process id before PostgreSQL starts, and a gateway that
 * is killed during the start leaves no server behind. PostgreSQL must not be the parent of the keeper: it would treat
 * the keeper's end as the crash of a backend. SIGQUIT after 15 s and SIGKILL after 20 s lose no committed row.
 */
const keeperScript = `
users=$1 closing=$2 pidfile=$3 temporary=$4 server=$5
shift 5
keep() {
  trap '' HUP INT TERM
  failed=0
  while :; do
    while read -r line; do :; done <&3
    mv -f "$users" "$closing" 2>/dev/null && continue
    rm "$closing" 2>/dev/null && break
    failed=$((failed + 1))
    [ "$failed" -lt 5 ] || break
  done
  exec 3<&-
  kill -INT "$1" 2>/dev/null || return 0
  waited=0
  while [ -e "$pidfile" ] && kill -0 "$1" 2>/dev/null; do
    waited=$((waited + 1))
    [ "$waited" -ne 300 ] || kill -QUIT "$1"
    [ "$waited" -lt 400 ] || { kill -KILL "$1"; break; }
    sleep 0.05
  done
  [ -z "$temporary" ] || rm -rf "$temporary"
}
exec 3<"$users" 0</dev/null
if [ -n "$server" ]; then keep "$server"; exit; fi
( keep $$ & )
exec "$@" 3<&-
`;

/** A started keeper. Its process is PostgreSQL, unless the server ran before. */
interface Kept {
  readonly process: ChildProcess;
  readonly use: ServerUse;
}

/**
 * Starts PostgreSQL with a keeper on a new FIFO, and registers this process as a user. Earlier FIFOs belong to servers
 * that have ended. Its output goes to the log.
 */
export async function startKept(
  folders: EmbeddedFolders,
  command: readonly string[],
  { isTemporary }: { readonly isTemporary: boolean },
): Promise<Kept> {
  for (const id of await fifoIds(folders))
    await Promise.all(namesOf(folders, id).map((path) => rm(path, { force: true })));
  const id = randomBytes(4).toString('hex');
  const [users] = namesOf(folders, id);
  // Node has no mkfifo.
  await promisify(execFile)('mkfifo', ['-m', '600', users], processOptions(folders));
  return await startKeeper(folders, id, [isTemporary ? folders.home : '', '', ...command]);
}

/**
 * Registers this process as a user of the running server, and starts another keeper if the first one was killed.
 * Undefined when the keeper is stopping the server.
 */
export async function useRunning(folders: EmbeddedFolders, serverPid: number): Promise<ServerUse | undefined> {
  for (const id of await fifoIds(folders)) {
    const writer = await openUsers(folders, id);
    if (writer === 'unread') return (await startKeeper(folders, id, ['', String(serverPid)])).use;
    if (writer !== undefined) return writer;
  }
  return undefined;
}

/** Whether any process uses the server. Needs the lock of the folder, since a keeper counts this reader as its own. */
export async function isUsed(folders: EmbeddedFolders): Promise<boolean> {
  const used = await Promise.all((await fifoIds(folders)).flatMap((id) => namesOf(folders, id).map(hasWriter)));
  return used.includes(true);
}

/** Whether a keeper reads the FIFO. Needs the lock of the folder. */
export async function isKept(folders: EmbeddedFolders): Promise<boolean> {
  for (const path of (await fifoIds(folders)).flatMap((id) => namesOf(folders, id))) {
    const writer = await openWriter(path);
    if (writer === undefined || writer === 'unread') continue;
    await writer.close();
    return true;
  }
  return false;
}

/**
 * The words: a folder that goes away with the server, or an empty one; then the process id of a server that runs, or
 * an empty one and the command that starts a server.
 */
async function startKeeper(folders: EmbeddedFolders, id: string, words: readonly string[]): Promise<Kept> {
  const [users, closing] = namesOf(folders, id);
  // With a reader and a writer in one, neither this process nor the shell waits for the other when it opens the FIFO.
  const both = await open(users, constants.O_RDWR);
  let log: FileHandle | undefined;
  let writer: ServerUse | undefined;
  try {
    writer = await openForWriting(users);
    log = await open(folders.log, 'a', 0o600);
    const pidFile = join(folders.data, 'postmaster.pid');
    const child = spawn('sh', ['-c', keeperScript, 'stoa-keeper', users, closing, pidFile, ...words], {
      ...processOptions(folders),
      detached: true,
      stdio: [both.fd, log.fd, log.fd],
    });
    child.unref();
    await once(child, 'spawn');
    return { process: child, use: writer };
  } catch (error) {
    await writer?.close();
    throw error;
  } finally {
    await log?.close();
    await both.close();
  }
}

function processOptions({ user, home }: EmbeddedFolders) {
  return { ...user, cwd: home, env: environment };
}

/** Opens the FIFO for writing. Undefined when it is withdrawn; `unread` when its keeper was killed. */
async function openUsers(folders: EmbeddedFolders, id: string): Promise<ServerUse | 'unread' | undefined> {
  const [users, closing] = namesOf(folders, id);
  const writer = await openWriter(users);
  if (writer !== undefined) return writer;
  const late = await openWriter(closing);
  if (late === undefined) return undefined;
  try {
    await rename(closing, users);
    return late;
  } catch (error) {
    if (late !== 'unread') await late.close();
    return ignoreMissing(error);
  }
}

async function openWriter(path: string): Promise<ServerUse | 'unread' | undefined> {
  try {
    return await openForWriting(path);
  } catch (error) {
    return errorCode(error) === 'ENXIO' ? 'unread' : ignoreMissing(error);
  }
}

const openFile = promisify(fs.open);
const closeFile = promisify(fs.close);

/** A plain descriptor: Node closes a FileHandle that is collected. It lasts until `close` or the process' end. */
async function openForWriting(path: string): Promise<ServerUse> {
  const descriptor = await openFile(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return { close: () => closeFile(descriptor) };
}

async function hasWriter(path: string): Promise<boolean> {
  let reader: FileHandle | undefined;
  try {
    reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    await reader.read(Buffer.alloc(1), 0, 1);
    return false;
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return true;
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await reader?.close();
  }
}

/** Paths of a FIFO: before its keeper withdraws it, and after the first step. */
function namesOf({ home }: EmbeddedFolders, id: string): readonly [users: string, closing: string] {
  return [join(home, `users-${id}`), join(home, `closing-${id}`)];
}

async function fifoIds({ home }: EmbeddedFolders): Promise<readonly string[]> {
  const ids = (await readdir(home)).flatMap((name) => /^(?:users|closing)-([0-9a-f]{8})$/.exec(name)?.[1] ?? []);
  return [...new Set(ids)];
}
