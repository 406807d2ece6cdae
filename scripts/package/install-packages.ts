import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly integrity?: string; readonly optional?: boolean }>>;
}

/** Runs `npm ci` in a folder with a lockfile of its own, unless its packages are installed. Throws when npm fails. */
export function installPackages(folder: string): void {
  if (isInstalled(folder)) return;
  const name = relative('.', folder);
  console.log(`Installing packages: npm ci --prefix ${name}`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci --prefix ${name} has failed`);
}

/** Compares the lockfile with npm's record of the installation. An optional package may be missing on this platform. */
function isInstalled(folder: string): boolean {
  const installed = readLockfile(folder, 'node_modules/.package-lock.json')?.packages ?? {};
  const wanted = Object.entries(readLockfile(folder, 'package-lock.json')?.packages ?? {});
  return wanted.every(
    ([path, { integrity, optional }]) => path === '' || optional === true || installed[path]?.integrity === integrity,
  );
}

function readLockfile(folder: string, name: string): Lockfile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
