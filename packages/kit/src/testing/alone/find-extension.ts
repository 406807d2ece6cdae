import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type ExtensionManifest,
  isExtensionId,
  isObject,
  readExtension,
  StartupError,
  throwIfErrors,
} from 'stoa/tooling';
import { contractName, extensionFolders, isOwn, readContractIfThere } from '../../shop/index.ts';

/**
 * The folder of an extension, seen from a working directory: that of gateway.yaml, `extensions/NAME`, `NAME`, or the
 * directory itself or one around it. Throws StartupError EXTENSION_NOT_FOUND.
 */
async function findExtension(name: string, from: string): Promise<string> {
  const near = [join(from, 'extensions', name), join(from, name)];
  for (const folder of near) if (await isExtensionFolder(folder)) return await realpath(folder);
  const found = (await findAround(name, from)) ?? (await findInShop(name, from));
  if (found !== undefined) return await realpath(found);
  const fix = `Run it where gateway.yaml or extensions/${name}/ lies, or in the extension's folder.`;
  const where = { file: from };
  throw new StartupError([
    { code: 'EXTENSION_NOT_FOUND', severity: 'error', where, what: `there is no extension "${name}"`, fix },
  ]);
}

/** An extension by its name, without errors. Throws StartupError. */
export async function readByName(name: string, from: string): Promise<ExtensionManifest> {
  const folder = await findExtension(name, from);
  if (!isExtensionId(name)) throw new Error(`"${name}" is no name of an extension.`);
  const { manifest, findings } = await readExtension({ id: name, folder, declaredAt: { file: folder } });
  throwIfErrors(findings);
  return manifest;
}

/** What `stoa test` runs without a name: those of gateway.yaml outside of packages, of extensions/, or this one. */
export async function findExtensions(from: string): Promise<readonly string[]> {
  const file = join(from, 'gateway.yaml');
  if (existsSync(file)) return (await extensionFolders(file)).filter(isOwn).map(({ name }) => name);
  const below = await readdir(join(from, 'extensions')).catch(() => []);
  return below.length > 0 ? below.filter(isExtensionId) : [await nameOf(from)];
}

async function isExtensionFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((each) => parts.has(each));
}

const parts = new Set(['api', 'graphql', 'pages', 'migrations', 'seed', 'assets', '.meshrc.yaml', contractName]);

async function findAround(name: string, from: string): Promise<string | undefined> {
  if ((await isExtensionFolder(from)) && (await nameOf(from)) === name) return from;
  const parent = dirname(from);
  return parent === from ? undefined : findAround(name, parent);
}

/** The name in its contract, or in its package.json without a scope, or else that of its folder. */
async function nameOf(folder: string): Promise<string> {
  const contract = await readContractIfThere(join(folder, contractName));
  if (contract !== undefined) return contract.extension;
  const name = await packageName(folder);
  return name?.replace(/^@[^/]*\//, '') ?? basename(folder);
}

async function packageName(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const value: unknown = JSON.parse(text);
  return isObject(value) && typeof value.name === 'string' ? value.name : undefined;
}

async function findInShop(name: string, from: string): Promise<string | undefined> {
  const file = join(from, 'gateway.yaml');
  if (!existsSync(file)) return undefined;
  return (await extensionFolders(file)).find((each) => each.name === name)?.folder;
}
