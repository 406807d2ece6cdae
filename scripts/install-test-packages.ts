/**
 * Installs what few tests need and most developers do not: GraphQL Mesh, and the engines of `stoa export --verify`.
 * Each has more packages than half of the rest of the project. Skips what matches its lockfile.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly integrity?: string; readonly optional?: boolean }>>;
}

for (const name of ['mesh-packages', 'export-packages']) {
  const folder = join(import.meta.dirname, '../test/fixtures', name);
  if (isInstalled(folder)) continue;
  console.log(`Installing packages of tests: npm ci --prefix test/fixtures/${name}`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status !== 0) break;
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
