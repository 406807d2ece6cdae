import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { removeDatabase } from '../../../scripts/package/trial-shop.ts';
import { freePort } from '../free-port.ts';
import type { Reader } from './run-tutorial.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

const { NODE_EXTRA_CA_CERTS } = process.env;
const certificates: Readonly<Record<string, string>> = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS };

/** What a reader of a tutorial has: a folder with a checkout of Stoa in it, a home of their own, and free ports. */
export interface TrialFolder extends Reader, AsyncDisposable {}

/** Its packages come from npm's cache where they can. */
export async function openTrialFolder(): Promise<TrialFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-tutorial-')));
  const home = join(folder, '.home');
  await Promise.all([mkdir(home), checkOut(join(folder, 'stoa'))]);
  const { stdout: cache } = await run('npm', ['config', 'get', 'cache'], { cwd: root });
  const [port, adminPort] = [await freePort(), await freePort()];
  const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  return {
    folder,
    ports: { 3000: port, 3001: adminPort },
    environment: {
      PATH: [dirname(process.execPath), ...path].join(delimiter),
      HOME: home,
      npm_config_cache: cache.trim(),
      // A proxy's certificate is the machine's.
      ...certificates,
      npm_config_prefer_offline: 'true',
      // Milliseconds, of 5 minutes: then npm asks again.
      npm_config_fetch_timeout: '30000',
      npm_config_update_notifier: 'false',
      STOA_PORT: String(port),
      STOA_ADMIN_PORT: String(adminPort),
    },
    async [Symbol.asyncDispose]() {
      await removeDatabase(join(folder, 'my-shop'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** This repository as it is now, with the packages that `npm ci` has installed. */
async function checkOut(target: string): Promise<void> {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await run('git', words, { cwd: root, maxBuffer: 1e8 });
  const files = stdout.split('\0').filter((file) => file !== '');
  await Promise.all(
    files.map((file) =>
      cp(join(root, file), join(target, file)).catch((error: NodeJS.ErrnoException) => {
        // Deleted, and not committed yet.
        if (error.code !== 'ENOENT') throw error;
      }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(target, 'node_modules'));
}
