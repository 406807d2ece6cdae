import { existsSync } from 'node:fs';
import { StartupError, throwIfErrors } from 'stoa/tooling';
import { readShop, writeContracts } from '../shop/index.ts';
import { TypeWriter } from '../types/index.ts';

/** Writes the types and the contract of each extension. Throws StartupError for a shop that is not sound. */
export async function writeGenerated(file: string) {
  const shop = await readShop(file, { environment: process.env, guardLoading: true });
  const { config, manifests } = shop;
  // Modules that do not load yet are easier to correct with their types. Types of others need all files.
  if (config === undefined || manifests.length < config.extensions.length) throw new StartupError(shop.findings);
  const types = await new TypeWriter().write(config, manifests);
  // A contract says what an extension needs of others, so all of them must be sound.
  throwIfErrors(shop.findings);
  return { types, contracts: await writeContracts(shop) };
}

/** The same, for a command that has changed files. Without a gateway.yaml there is nothing to write. */
export async function changedGenerated(file: string): Promise<readonly string[]> {
  if (!existsSync(file)) return [];
  const { types, contracts } = await writeGenerated(file);
  return [
    ...types.filter(({ isStale }) => isStale).map((each) => each.file),
    ...contracts.filter(({ isNew }) => isNew).map((each) => each.file),
  ];
}
