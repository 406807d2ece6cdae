/** What the core asks of the kit, apart from its commands. `index.ts` loads it at the first use. */
import type { Kit } from 'stoa/tooling';
import { lintShop } from './lints/index.ts';
import { checkContracts, compareContracts, readContract } from './shop/index.ts';
import { openExtension, openShop } from './testing/index.ts';
import { FreshTypes } from './types/index.ts';
import { checkWire } from './wire/index.ts';

export const tools: Omit<Kit, 'version' | 'commands'> = {
  lint: lintShop,
  compareContracts,
  async checkContracts(files) {
    return checkContracts(await Promise.all(files.map(async (file) => ({ file, contract: await readContract(file) }))));
  },
  checkWire,
  followTypes: async (logger) => new FreshTypes(logger),
  openExtension,
  openShop,
};
