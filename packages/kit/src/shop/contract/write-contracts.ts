import { join } from 'node:path';
import { type ExtensionManifest, type Finding, StartupError, writeAtomically } from 'stoa/tooling';
import { readShop } from '../state/describe-shop.ts';
import { isOwn } from '../state/shop-files.ts';
import type { ShopState } from '../state/shop-state.ts';
import { checkContracts, type FiledContract, staleContract } from './check-contracts.ts';
import { contractName, contractText, readContractIfThere } from './contract-file.ts';
import { contractOf } from './contracts-of.ts';
import type { ExtensionContract } from './extension-contract.gen.ts';

/**
 * Writes the contract of each extension that is no installed package, if it is new. A file that says the same stays, so
 * that it triggers no watcher.
 */
export async function writeContracts(shop: ShopState) {
  return await Promise.all(
    shop.manifests.filter(isOwn).map(async (manifest) => {
      const file = join(manifest.folder, contractName);
      // A contract that cannot be read is written anew.
      const before = await readContractIfThere(file).catch(() => undefined);
      const text = contractText(await contractOf(manifest, shop, before));
      // A formatter may have laid out the file in another way.
      const isNew = before === undefined || contractText(before) !== text;
      if (isNew) await writeAtomically(file, text);
      return { file, isNew };
    }),
  );
}

/** Compares the contracts in the extensions' folders with what their files say. */
export async function compareContracts(file: string, environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    return await contractFindings(await readShop(file, { environment }));
  } catch (error) {
    if (error instanceof StartupError) return error.findings;
    throw error;
  }
}

/** What is wrong with the contracts that lie in the extensions' folders. Without one, an extension has no findings. */
export async function contractFindings(shop: ShopState): Promise<readonly Finding[]> {
  const read = await Promise.all(shop.manifests.map((manifest) => readFiled(manifest, shop)));
  const there = read.filter(({ isThere }) => isThere);
  if (there.length === 0) return [];
  const stale = there.flatMap((each) => (isOwn(each.manifest) ? staleContract(each, each.current) : []));
  // What is not in the shop cannot be compared: other findings speak of it.
  const filed = read.map(({ file, contract }) => ({ file, contract: needingOnly(contract, shop.manifests) }));
  const files = new Set(there.map(({ file }) => file));
  return [...stale, ...checkContracts(filed).filter(({ where }) => files.has(where.file))];
}

function needingOnly(contract: ExtensionContract, manifests: readonly ExtensionManifest[]): ExtensionContract {
  const extensions = Object.entries(contract.needs.extensions).filter(([name]) =>
    manifests.some(({ id }) => id === name),
  );
  return { ...contract, needs: { ...contract.needs, extensions: Object.fromEntries(extensions) } };
}

interface ReadContract extends FiledContract {
  readonly manifest: ExtensionManifest;
  /** What its files say. */
  readonly current: ExtensionContract;
  /** False for an extension that publishes none: its files speak for it. */
  readonly isThere: boolean;
}

async function readFiled(manifest: ExtensionManifest, shop: ShopState): Promise<ReadContract> {
  const file = join(manifest.folder, contractName);
  const contract = await readContractIfThere(file);
  const current = await contractOf(manifest, shop, contract);
  return { manifest, file, current, contract: contract ?? current, isThere: contract !== undefined };
}
