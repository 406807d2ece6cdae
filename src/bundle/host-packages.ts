import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { ownFiles, pathExists, resolveOwn } from '#base';

// The gateway and all extensions share one copy of each: two copies of graphql or react refuse each other's objects.
const names = ['stoa', 'express', 'graphql', 'react', 'react-dom'];
const pattern = new RegExp(`^(?:${names.join('|')})(?:/|$)`);

/** Whether the gateway provides the module of this import. */
export function isHostPackage(specifier: string): boolean {
  return pattern.test(specifier);
}

/**
 * Resolves imports of packages that the gateway provides to the URL of its own copy, because Node finds no packages
 * from the state folder. A generated module lists the exports, so that a missing one is a build error and not a
 * start error.
 */
export const hostPackages: Plugin = {
  name: 'host-packages',
  setup(build: PluginBuild) {
    build.onResolve({ filter: pattern }, async ({ path, kind }): Promise<OnResolveResult> => {
      const file = await hostFile(path, ownFiles.extensionApiUrl);
      if (file === undefined) return { errors: [{ text: missingText(path) }] };
      // require() in a bundled CommonJS package needs a path. It gives the same instance as import.
      if (kind === 'require-call') return { path: file, external: true };
      return { path: pathToFileURL(file).href, namespace: 'host', sideEffects: false };
    });
    build.onResolve({ filter: /^file:/, namespace: 'host' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'host' }, async ({ path }): Promise<OnLoadResult> => {
      const exported = Object.keys(await import(path));
      const list = exported.map((name) => JSON.stringify(name)).join(', ');
      return { contents: `export { ${list} } from ${JSON.stringify(path)};`, loader: 'js' };
    });
  },
};

/** Resolves the same packages to the files of the gateway's copy, for a bundle that contains them. */
export const ownPackages: Plugin = {
  name: 'own-packages',
  setup(build: PluginBuild) {
    build.onResolve({ filter: pattern }, ({ path }) => ownPackage(path));
  },
};

/** The entries of these packages that are in the file which all child processes share. */
export const packageNames: readonly string[] = [
  'stoa',
  'express',
  'graphql',
  ...['error', 'execution', 'language', 'type', 'utilities', 'validation'].map((name) => `graphql/${name}/index.js`),
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/server',
];

/** Takes these packages from the module that all child processes share. Other files of theirs come into the bundle. */
export function packagesOf(module: string): Plugin {
  const shared = (name: string): string => `module.exports = require('${module}').hostPackage('${name}');`;
  return {
    name: 'shared-packages',
    setup(build: PluginBuild) {
      build.onResolve({ filter: pattern }, async ({ path }) =>
        packageNames.includes(path) ? { path, namespace: 'host' } : await ownPackage(path),
      );
      build.onLoad({ filter: /./, namespace: 'host' }, ({ path }) => ({ contents: shared(path) }));
    },
  };
}

async function ownPackage(path: string): Promise<OnResolveResult> {
  const file = await hostFile(path, ownFiles.childApiUrl);
  return file === undefined ? { errors: [{ text: missingText(path) }] } : { path: file };
}

async function hostFile(specifier: string, stoa: string): Promise<string | undefined> {
  if (specifier.startsWith('stoa/')) return undefined;
  try {
    const file = fileURLToPath(specifier === 'stoa' ? stoa : resolveOwn(specifier));
    return (await pathExists(file)) ? file : undefined;
  } catch {
    return undefined;
  }
}

function missingText(specifier: string): string {
  if (specifier === 'stoa/testing') return '"stoa/testing" is for tests, which are not part of an extension\'s bundle';
  if (specifier.startsWith('stoa/')) return `There is no "${specifier}": an extension imports "stoa" alone`;
  return `"${specifier}" is provided by the gateway, but this gateway does not have it`;
}
