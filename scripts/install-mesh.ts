/**
 * Installs GraphQL Mesh for its tests, unless the installed packages match the lockfile. Mesh has half as many
 * packages as the rest of the project.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly integrity?: string; readonly optional?: boolean }>>;
}

const folder = join(import.meta.dirname, '../test/fixtures/mesh-packages');
if (!isInstalled()) {
  console.log('Installing GraphQL Mesh for its tests: npm ci --prefix test/fixtures/mesh-packages');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Compares the lockfile with npm's record of the installation. An optional package may be missing on this platform. */
function isInstalled(): boolean {
  const installed = readLockfile('node_modules/.package-lock.json')?.packages ?? {};
  const wanted = Object.entries(readLockfile('package-lock.json')?.packages ?? {});
  return wanted.every(
    ([path, { integrity, optional }]) => path === '' || optional === true || installed[path]?.integrity === integrity,
  );
}

function readLockfile(name: string): Lockfile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
