import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject, resolveExtension } from 'stoa/tooling';
import { contractName, type ExtensionContract, readContractIfThere } from '../../shop/index.ts';

/**
 * What the neighbours of an extension give: by their published contracts where those are at hand, and else the part
 * that the extension's own contract says it needs. Contracts are looked for in `contracts/` of the extension, in the
 * packages that it names, and in the folders next to it.
 */
export async function findNeighbours(
  folder: string,
  { extension, needs }: ExtensionContract,
): Promise<Readonly<Record<string, ExtensionContract['gives']>>> {
  const named = new Map<string, ExtensionContract['gives']>(Object.entries(needs.extensions));
  const own = await contractsIn(join(folder, 'contracts'));
  const packages = await contractsOfPackages(folder);
  const nearby = await contractsNearby(folder);
  // What the extension keeps or installs is meant for its tests. What lies next to it counts where it is needed.
  for (const { extension: id, gives } of nearby) if (named.has(id)) named.set(id, gives);
  for (const { extension: id, gives } of [...packages, ...own]) if (id !== extension) named.set(id, gives);
  return Object.fromEntries(named);
}

async function contractsIn(folder: string): Promise<readonly ExtensionContract[]> {
  const names = await readdir(folder).catch(() => []);
  return contractsAt(names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name)));
}

async function contractsNearby(folder: string): Promise<readonly ExtensionContract[]> {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []);
  return contractsAt(names.map((name) => join(parent, name, contractName)));
}

async function contractsAt(files: readonly string[]): Promise<readonly ExtensionContract[]> {
  return (await Promise.all(files.map(readContractIfThere))).flatMap((each) => each ?? []);
}

async function contractsOfPackages(folder: string): Promise<readonly ExtensionContract[]> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const value: unknown = JSON.parse(text);
  const groups = isObject(value) ? [value.dependencies, value.devDependencies, value.peerDependencies] : [];
  const names = groups.flatMap((group) => (isObject(group) ? Object.keys(group) : []));
  const found = await Promise.all([...new Set(names)].map((name) => resolveExtension(name, folder)));
  return contractsAt(found.flatMap((at) => ('folder' in at ? join(at.folder, contractName) : [])));
}
