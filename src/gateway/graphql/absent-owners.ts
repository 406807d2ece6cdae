import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTypeDefinitionNode, parse } from 'graphql';
import { isExtensionId, isObject } from '#base';
import type { Config } from '#config';
import { type DisabledOwners, writtenFields } from '#engine';
import { discoverExtensions, type ExtensionManifest } from '#extensions';

type Owners = readonly (readonly [coordinate: string, owner: Pick<ExtensionManifest, 'id' | 'declaredAt'>])[];

/**
 * Who owns types and fields that no enabled extension has: the disabled ones of gateway.yaml, and those that a contract
 * (extension.contract.json) of an enabled one names. Looked at only when composing fails, since it reads files.
 */
export async function findAbsentOwners(
  config: Pick<Config, 'folder' | 'disabled'>,
  manifests: readonly ExtensionManifest[],
): Promise<DisabledOwners> {
  const discovered = await discoverExtensions({ folder: config.folder, extensions: config.disabled });
  const disabled = discovered.manifests.flatMap((manifest) => ownedBy(manifest, manifest.sdl));
  const present = new Set([...manifests, ...discovered.manifests].map(({ id }) => id));
  const needed = await Promise.all(manifests.map((manifest) => neededOwners(manifest)));
  return new Map([...needed.flat().filter(([, { id }]) => !present.has(id)), ...disabled]);
}

function ownedBy(owner: Owners[number][1], sdl: ExtensionManifest['sdl']): Owners {
  const types = sdl.flatMap(({ document }) => document.definitions.filter(isTypeDefinitionNode));
  const fields = [...writtenFields(sdl)].filter(([, { contributes }]) => !contributes);
  return [...types.map(({ name }) => name.value), ...fields.map(([name]) => name)].map((name) => [name, owner]);
}

async function neededOwners({ folder }: ExtensionManifest): Promise<Owners> {
  const file = join(folder, 'extension.contract.json');
  const { needs } = await readContract(file);
  const neighbours = isObject(needs) && isObject(needs.extensions) ? Object.entries(needs.extensions) : [];
  return neighbours.flatMap(([id, neighbour]): Owners => {
    if (!isExtensionId(id)) return [];
    const texts: readonly unknown[] = isObject(neighbour) && Array.isArray(neighbour.sdl) ? neighbour.sdl : [];
    const sdl = texts.flatMap((text) => (typeof text === 'string' ? { file, document: parse(text) } : []));
    return ownedBy({ id, declaredAt: { file, line: 1 } }, sdl);
  });
}

async function readContract(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const contract: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isObject(contract) ? contract : {};
  } catch {
    // Without a contract, nothing is known of others. `stoa check` says what is wrong with the file.
    return {};
  }
}
