import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The folders of one project's embedded database, and the user of its programs. */
export interface EmbeddedFolders {
  /**
   * Only the server's user can enter it. It contains all other folders, except a socket folder whose path would be
   * too long.
   */
  readonly home: string;
  readonly data: string;
  /** Contains PostgreSQL's Unix socket. Its path is short enough for the operating system. */
  readonly socket: string;
  /** File with the administrator's password, mode 0600. */
  readonly password: string;
  readonly log: string;
  readonly lock: string;
  /** Folder for copies of programs that cannot run in node_modules. */
  readonly binaryCopies: string;
  /** Undefined for the user who runs the gateway. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/** Contains the embedded databases of root's projects. */
export const sharedFolder = '/var/lib/stoa';
/** The file with the path of a project's state folder. */
export const projectFile = 'project';

// The limit of a socket's path is 103 bytes on macOS and 107 on Linux. PostgreSQL adds "/.s.PGSQL.5432".
const socketFolderLimit = 100 - '/.s.PGSQL.5432'.length;

/** Finds the folders of a project and creates missing ones. With `memory`, the data lies in that folder. */
export async function prepareEmbeddedFolders(stateFolder: string, memory?: string): Promise<EmbeddedFolders> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const folders = await findEmbeddedFolders(stateFolder, memory);
  const { home, socket, user } = folders;
  if (user !== undefined) await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await preparePrivateFolder(home, user);
  // A hash does not lead back to its project. `stoa db prune` asks whether this still exists.
  if (user !== undefined) await writeFile(join(home, projectFile), await realpath(stateFolder));
  if (socket !== home) await preparePrivateFolder(socket, user);
  return folders;
}

/** The same without creating any. They may be missing. */
export async function findEmbeddedFolders(stateFolder: string, memory?: string): Promise<EmbeddedFolders> {
  const real = await realpath(stateFolder).catch(async () =>
    join(await realpath(dirname(stateFolder)), basename(stateFolder)),
  );
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 16);
  // PostgreSQL refuses to run as root. The user that it runs as instead may be unable to enter the project's folder.
  const user = process.getuid?.() === 0 ? await findNobody() : undefined;
  const own = user === undefined ? join(stateFolder, 'postgres') : join(sharedFolder, hash);
  const home = memory === undefined ? own : join(memory, `stoa-${hash}`);

  const socketIsShort = Buffer.byteLength(home) <= socketFolderLimit;
  const temporary = Buffer.byteLength(tmpdir()) <= socketFolderLimit - 'stoa-'.length - 17 ? tmpdir() : '/tmp';
  const socket = socketIsShort ? home : join(temporary, `stoa-${hash}`);
  return foldersIn(home, { socket, binaryCopies: user === undefined ? stateFolder : sharedFolder, user });
}

export function foldersIn(
  home: string,
  others: Pick<EmbeddedFolders, 'socket' | 'binaryCopies' | 'user'>,
): EmbeddedFolders {
  const [data, password, lock] = [join(home, 'data'), join(home, 'password'), join(home, 'lock')];
  return { ...others, home, data, password, lock, log: join(home, 'postgres.log') };
}

async function preparePrivateFolder(folder: string, user: EmbeddedFolders['user']): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user !== undefined) await chown(folder, user.uid, user.gid);
  // Under /tmp, another user may have created the folder to impersonate the server.
  const found = await lstat(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new Error(`${folder} belongs to another user (uid ${found.uid}, not ${owner})`);
}

async function findNobody(): Promise<{ readonly uid: number; readonly gid: number }> {
  const idOf = async (flag: string): Promise<number> => {
    const { stdout } = await promisify(execFile)('id', [flag, 'nobody']);
    return Number(stdout);
  };
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
  return { uid, gid };
}
