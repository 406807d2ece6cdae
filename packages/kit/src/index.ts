/**
 * `@stoa/kit`: what people need to write, test and release extensions of Stoa. `stoa` loads it where it is installed, as
 * the interface `Kit` of its own says.
 */
import type { Kit } from 'stoa/tooling';
import manifest from '../package.json' with { type: 'json' };
import { authorCommands, releaseCommands } from './commands/index.ts';

export const kit: Kit = {
  version: manifest.version,
  commands: { author: authorCommands, release: releaseCommands },
  async lint(shop) {
    const { lintShop } = await import('./lints/index.ts');
    return await lintShop(shop);
  },
  async compareContracts(file, environment) {
    const { compareContracts } = await import('./shop/index.ts');
    return await compareContracts(file, environment);
  },
  async checkContracts(files) {
    const { checkContracts, readContract } = await import('./shop/index.ts');
    return checkContracts(await Promise.all(files.map(async (file) => ({ file, contract: await readContract(file) }))));
  },
  async checkWire(file, environment) {
    const { checkWire } = await import('./testing/index.ts');
    return await checkWire(file, environment);
  },
  async followTypes(logger) {
    const { FreshTypes } = await import('./types/index.ts');
    return new FreshTypes(logger);
  },
  async openAlone(name, options) {
    const { openAlone } = await import('./testing/index.ts');
    return await openAlone(name, options);
  },
};
