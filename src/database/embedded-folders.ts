import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where one project's embedded database lies, and as whom its programs run. */
export interface EmbeddedFolders {
  /** Private to the server's user; everything below is in it, except a socket folder with a too long path. */
  readonly home: string;
  readonly data: string;
  /** Holds PostgreSQL's Unix socket; short enough for the kernel. */
  readonly socket: string;
  /** The administrator's password, mode 0600. */
  readonly password: string;
  readonly log: string;
  readonly lock: string;
  /** Where programs are copied to when they cannot run from node_modules. */
  readonly binaryCopies: string;
  /** Undefined: as the user who runs the gateway. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

// The kernel takes 103 bytes on macOS and 107 on Linux, and PostgreSQL adds "/.s.PGSQL.5432".
const socketFolderLimit = 100 - '/.s.PGSQL.5432'.length;

/** Finds the folders of a project and makes those that are missing. */
export async function prepareEmbeddedFolders(stateFolder: string): Promise<EmbeddedFolders> {
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const folders = await findEmbeddedFolders(stateFolder);
  const { home, socket, user } = folders;
  if (user !== undefined) await mkdir('/var/lib/stoa', { recursive: true, mode: 0o755 });
  await preparePrivateFolder(home, user);
  if (socket !== home) await preparePrivateFolder(socket, user);
  return folders;
}

/** The same without making any: the state folder is there, the others need not be. */
export async function findEmbeddedFolders(stateFolder: string): Promise<EmbeddedFolders> {
  const hash = createHash('sha256')
    .update(await realpath(stateFolder))
    .digest('hex')
    .slice(0, 16);
  // PostgreSQL refuses to run as root, and the user that it runs as instead may be unable to enter the project's
  // folder.
  const user = process.getuid?.() === 0 ? await findNobody() : undefined;
  const home = user === undefined ? join(stateFolder, 'postgres') : join('/var/lib/stoa', hash);

  const socketIsShort = Buffer.byteLength(home) <= socketFolderLimit;
  const socket = socketIsShort ? home : join(shortTemporaryFolder(), `stoa-${hash}`);
  return {
    home,
    data: join(home, 'data'),
    socket,
    password: join(home, 'password'),
    log: join(home, 'postgres.log'),
    lock: join(home, 'lock'),
    binaryCopies: user === undefined ? stateFolder : '/var/lib/stoa',
    user,
  };
}

function shortTemporaryFolder(): string {
  return Buffer.byteLength(tmpdir()) <= socketFolderLimit - 'stoa-'.length - 17 ? tmpdir() : '/tmp';
}

async function preparePrivateFolder(folder: string, user: EmbeddedFolders['user']): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined && user !== undefined) await chown(folder, user.uid, user.gid);
  // A folder under /tmp can come from another user, who wants to listen in our place.
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
