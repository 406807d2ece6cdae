/**
 * `@stoa/kit`: what people need to write, test and release extensions of Stoa. `stoa` loads it where it is installed,
 * as the interface `Kit` of its own says.
 */
import type { Kit } from 'stoa/tooling';
import manifest from '../package.json' with { type: 'json' };
import { commands } from './commands/index.ts';

const load = async () => (await import('./tools.ts')).tools;

export const kit: Kit = {
  version: manifest.version,
  commands,
  lint: async (shop) => (await load()).lint(shop),
  compareContracts: async (file, environment) => (await load()).compareContracts(file, environment),
  checkContracts: async (files) => (await load()).checkContracts(files),
  checkWire: async (file, environment) => (await load()).checkWire(file, environment),
  followTypes: async (logger) => (await load()).followTypes(logger),
  openExtension: async (name, options) => (await load()).openExtension(name, options),
  openShop: async (options) => (await load()).openShop(options),
};
