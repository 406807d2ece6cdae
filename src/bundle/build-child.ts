import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { ownFiles } from '#base';
import type { ExtensionManifest } from '#extensions';
import { bundleEntry } from './build-extension.ts';
import { buildModule } from './build-module.ts';
import type { Bundle } from './files/bundle.ts';
import { ownPackages } from './host-packages.ts';
import { addressesAndMapOf } from './module-addresses.ts';

/**
 * Builds the only file that a child process of `placement: process` may read: the code that serves an extension, with
 * Express, React, graphql-js and pg, and the extension's own modules. The content hash is its name, so that each
 * version is built once. The boundaries of imports are those of the extension's bundle, which is built before. Throws
 * a {@link StartupError} with every finding.
 */
export async function buildChild(manifest: ExtensionManifest, buildFolder: string): Promise<Bundle> {
  const main = JSON.stringify(fileURLToPath(ownFiles.childMain));
  return await buildModule({
    manifest,
    buildFolder,
    // A function, so that the extension's modules run when the child has its orders.
    entry: `import { runChild } from ${main};\nrunChild(() => import('${modulesName}'));\n`,
    settings: bundleEntry(manifest),
    plugins: async (folder) => [ownModules(manifest, folder), ownPackages, addressesAndMapOf(folder)],
    // An alternative driver that pg asks for by name. Nothing installs it.
    external: ['pg-native'],
    // A child gets no environment. React chooses its production build by this variable.
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
  });
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
