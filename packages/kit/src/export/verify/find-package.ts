import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorFinding, isObject, StartupError } from 'stoa/tooling';
import type { EnginePackage } from '../files/engine-packages.ts';

export interface FoundPackage {
  /** Its name and version. */
  readonly title: string;
  /** Path of the module that is its command. */
  readonly command: string;
  /** The folder node_modules that it lies in. */
  readonly modules: string;
}

/**
 * Finds an installed package from one of the folders, or from a folder above it. Throws StartupError
 * EXPORT_PACKAGE_MISSING, which says how to install it.
 */
export async function findPackage(
  { name, command, range }: EnginePackage,
  folders: readonly string[],
  file: string,
): Promise<FoundPackage> {
  for (const folder of folders.flatMap(withParents)) {
    const modules = join(folder, 'node_modules');
    const own = join(modules, name);
    if (!existsSync(join(own, 'package.json'))) continue;
    const manifest: unknown = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
    const bin = isObject(manifest) && isObject(manifest.bin) ? manifest.bin[command] : undefined;
    if (!isObject(manifest) || typeof bin !== 'string') continue;
    return { title: `${name} ${manifest.version}`, command: join(own, bin), modules };
  }
  const what = `--verify starts ${command}, and the package ${name} is not installed`;
  const fix = `npm install --no-save ${name}@${range} graphql@16`;
  throw new StartupError([errorFinding('EXPORT_PACKAGE_MISSING', { where: { file, line: 1 }, what, fix })]);
}

function withParents(folder: string): readonly string[] {
  const parent = join(folder, '..');
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
