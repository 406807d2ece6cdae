import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The programs of util-linux with which this machine limits a child. Undefined: it has none, or refuses its use. */
export interface WallTools {
  readonly prlimit: string | undefined;
  /** Absolute path of `setpriv`, which ends the child with the gateway. */
  readonly setpriv: string | undefined;
  /** Whether the permission model of this Node covers the network: Node 25 and newer. */
  readonly network: boolean;
  /** `unshare` with its arguments: the child sees no process but itself, so it can signal none. */
  readonly unshare: readonly string[] | undefined;
}

let found: Promise<WallTools> | undefined;

/** Finds the programs once for each process, and tries them. */
export function findWallTools(): Promise<WallTools> {
  found ??= probe();
  return found;
}

async function probe(): Promise<WallTools> {
  const network = process.allowedNodeEnvironmentFlags.has('--allow-net');
  if (process.platform !== 'linux') return { network, prlimit: undefined, setpriv: undefined, unshare: undefined };
  const [prlimit, setpriv, unshare] = await Promise.all(['prlimit', 'setpriv', 'unshare'].map(findProgram));
  const limits = prlimit && ((await runs([prlimit, '--core=0', prlimit, '--version'])) ? prlimit : undefined);
  const dies = setpriv && ((await runs([setpriv, '--pdeathsig', 'KILL', setpriv, '--version'])) ? setpriv : undefined);
  return { network, prlimit: limits, setpriv: dies, unshare: await probeUnshare(unshare) };
}

/** Root may make a PID namespace. Others need a user namespace, which many containers forbid. */
async function probeUnshare(unshare: string | undefined): Promise<readonly string[] | undefined> {
  if (unshare === undefined) return undefined;
  const pid = ['--pid', '--fork', '--kill-child=SIGKILL'];
  for (const namespace of [pid, ['--user', '--map-current-user', ...pid]]) {
    const command = [unshare, ...namespace];
    if (await runs([...command, unshare, '--version'])) return command;
  }
  return undefined;
}

const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

// Not by PATH, which the environment of the gateway may point at other programs.
async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (await succeeds(access(path, constants.X_OK))) return path;
  }
  return undefined;
}

const run = promisify(execFile);

function runs([program = '', ...words]: readonly string[]): Promise<boolean> {
  return succeeds(run(program, words, { env: {}, timeout: 2_000 }));
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
