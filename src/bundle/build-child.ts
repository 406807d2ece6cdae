import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { ownFiles } from '#base';
import type { ExtensionManifest } from '#extensions';
import { bundleEntry } from './build-extension.ts';
import { buildModule } from './build-module.ts';
import { ownPackages, packageNames, packagesOf } from './host-packages.ts';
import { moduleAddresses } from './module-addresses.ts';

/**
 * Builds the two files that a child process of `placement: process` may read: `file`, the extension's own modules, and
 * `host`, which all children share. The boundaries of imports are those of the extension's bundle, which is built
 * before. Throws a {@link StartupError} with every finding.
 */
export async function buildChild(
  manifest: ExtensionManifest,
  buildFolder: string,
): Promise<{ readonly file: string; readonly host: string }> {
  const host = await buildHost(buildFolder);
  const hostModule = `./${basename(host)}`;
  const { file } = await buildModule({
    owner: manifest,
    buildFolder,
    // A function, so that the extension's modules run when the child has its orders.
    entry: `import { runChild } from ${JSON.stringify(hostModule)};\nrunChild(() => import('${modulesName}'));\n`,
    settings: bundleEntry(manifest),
    plugins: async (folder) => [ownModules(manifest, folder), packagesOf(hostModule), moduleAddresses],
    external: [hostModule],
    define: forChild,
  });
  return { file, host };
}

/** By folder. The children of a shop start together. */
const builds = new Map<string, Promise<string>>();

/** Builds the code that serves an extension, with Express, React, graphql-js and pg. */
async function buildHost(buildFolder: string): Promise<string> {
  const building = builds.get(buildFolder) ?? buildHostFile(buildFolder).finally(() => builds.delete(buildFolder));
  builds.set(buildFolder, building);
  return await building;
}

async function buildHostFile(buildFolder: string): Promise<string> {
  const { file } = await buildModule({
    // No extension can have this name.
    owner: { id: '_host', folder: ownFiles.codeFolder },
    buildFolder,
    entry: hostEntry(),
    plugins: async () => [ownPackages, moduleAddresses],
    // An alternative driver that pg asks for by name. Nothing installs it.
    external: ['pg-native'],
    define: forChild,
    // Node would read the map of all packages at the first error.
    isMapped: false,
  });
  return file;
}

// A child gets no environment. React chooses its production build by this variable.
const forChild = { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') };

/** Each package is loaded when an extension needs it first. */
function hostEntry(): string {
  const loads = packageNames.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  return [
    `export { runChild } from ${JSON.stringify(fileURLToPath(ownFiles.childMain))};`,
    `const packages = { ${loads.join(', ')} };`,
    'export const hostPackage = (name) => packages[name]();',
    '',
  ].join('\n');
}

const modulesName = 'stoa-modules:';

/** Resolves the generated module that imports the extension's handlers, resolvers and page components. */
function ownModules(manifest: ExtensionManifest, resolveDir: string): Plugin {
  return {
    name: 'own-modules',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${modulesName}$`) }, () => ({ path: manifest.id, namespace: 'modules' }));
      build.onLoad({ filter: /./, namespace: 'modules' }, () => ({ contents: bundleEntry(manifest), resolveDir }));
    },
  };
}
