/** How the code in a pack gets at modules that are not in it, and others at those that are. */
import { createRequire, Module } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The folder of graphql, with the separator. */
export const sharedFolder = dirname(require.resolve('graphql')) + sep;

/** Gives the one copy of a module that there is in this process: the pack's own where it has one. */
export function createOutside(): (name: string, packed?: () => unknown) => unknown {
  // Somebody has loaded them before, the maker of the pack for example: then those are the one copy.
  const isLoaded = Object.keys(require.cache).some((file) => file.startsWith(sharedFolder));
  return (name, packed) =>
    packed === undefined || isLoaded ? require(fileURLToPath(import.meta.resolve(name))) : packed();
}

/** Makes a CommonJS module of the pack the one that everybody in this process gets who asks for its file. */
export function shareModule(file: string, { exports }: { readonly exports: unknown }): void {
  require.cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports });
}

/**
 * What `require` is in a pack. A script has no import(): esbuild makes `Promise.resolve().then(() => toModule(require(name)))` of it,
 * and a promise waits for whatever has a `then`.
 */
export const requireOrImport: NodeJS.Require = Object.assign((name: string): unknown => {
  if (!/^(?:import|file):/.test(name)) return require(name);
  const module: Promise<unknown> = import(name.replace(/^import:/, ''));
  // biome-ignore lint/suspicious/noThenProperty: see above.
  return { then: module.then.bind(module) };
}, require);
