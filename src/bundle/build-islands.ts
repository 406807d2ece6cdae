import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';
import { browserFile, ownFiles, resolveOwn } from '#base';
import type { BuildMemory } from './build-memory.ts';
import type { BuiltAsset } from './build-styles.ts';
import { cssModules, type ModuleOwner, ownersOf } from './css-modules.ts';
import { isHostPackage } from './host-packages.ts';
import { assetsPath, esbuildVersion, inputsOf, sharedOptions, throwFindings } from './page-build-options.ts';

export interface IslandOptions {
  readonly owners: readonly ModuleOwner[];
  /** Files of the components that hydrate, with the names under which the gateway serves them. */
  readonly islands: readonly { readonly file: string; readonly name: string }[];
  readonly development: boolean;
}

export interface Islands {
  readonly assets: readonly BuiltAsset[];
  /** Path of the module that hydrates a page's islands. Undefined without islands. */
  readonly loader: string | undefined;
  /** Path of each island's module, by the component's file. */
  readonly modules: ReadonlyMap<string, string>;
  /** Absolute paths of all input files. */
  readonly inputs: readonly string[];
}

const loaderName = 'islands';

/** Builds the modules for the browser: one per island, one that starts them, and chunks that islands share (Preact). */
export async function buildIslands(options: IslandOptions, memory: BuildMemory<Islands>): Promise<Islands> {
  if (options.islands.length === 0) return { assets: [], loader: undefined, modules: new Map(), inputs: [] };
  const files = options.islands.map(({ file }) => file);
  const used = { ...options, owners: await ownersOf(files, options.owners) };
  return memory.recall('islands', used, () => buildAll(used));
}

async function buildAll({ owners, islands, development }: IslandOptions): Promise<Islands> {
  const { build } = await import('esbuild');
  const result = await build({
    ...sharedOptions,
    ...browserOptions(development),
    absWorkingDir: await realpath('/'),
    entryPoints: [
      { in: browserFile('island-loader'), out: loaderName },
      // An entry of its own, so that React stays when an island's module changes.
      ...(development ? [{ in: browserFile('hydrate-island'), out: 'hydrate' }] : []),
      ...islands.map(({ file, name }) => ({ in: `island:${file}`, out: name })),
    ],
    plugins: [islandEntries, gatewayPackages, cssModules(owners)],
  }).catch(throwFindings);
  const assets = await Promise.all(
    result.outputFiles.filter(({ path }) => !path.endsWith('.css')).map((output) => finish(output, development)),
  );
  const modules = new Map<string, string>();
  let loader: string | undefined;
  for (const [path, { entryPoint }] of Object.entries(result.metafile.outputs)) {
    if (entryPoint === undefined) continue;
    const address = assetsPath + basename(path);
    if (entryPoint.startsWith('island:')) modules.set(entryPoint.slice('island:'.length), address);
    else if (basename(path).startsWith(`${loaderName}-`)) loader = address;
  }
  return { assets, loader, modules, inputs: inputsOf(result.metafile) };
}

function browserOptions(development: boolean) {
  return {
    outdir: '/out',
    platform: 'browser',
    // What minifies the files afterwards is a part of their hash. Minifying removes the comment.
    ...(development ? {} : { banner: { js: `/* ${esbuildVersion} */` } }),
    target: ['chrome111', 'safari16.4', 'firefox115'],
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
    minifyWhitespace: !development,
    minifySyntax: !development,
  } as const satisfies BuildOptions;
}

// Minified after the build, when class names are strings already. The markup has the full class names.
async function finish({ path, contents, text }: OutputFile, development: boolean): Promise<BuiltAsset> {
  const name = basename(path);
  if (development || !path.endsWith('.js')) return { name, content: contents };
  const { transform } = await import('esbuild');
  const { code } = await transform(text, { format: 'esm', minify: true, charset: 'utf8', legalComments: 'none' });
  return { name, content: Buffer.from(code) };
}

const islandEntries: Plugin = {
  name: 'island-entries',
  setup(build) {
    build.onResolve({ filter: /^island:/ }, ({ path }) => ({
      path: path.slice('island:'.length),
      namespace: 'island',
    }));
    build.onLoad({ filter: /./, namespace: 'island' }, ({ path }) => ({
      contents: [
        `import Component from ${JSON.stringify(path)};`,
        `import { hydrateIsland } from ${JSON.stringify(browserFile('hydrate-island'))};`,
        'export const start = (element) => hydrateIsland(Component, element);',
      ].join('\n'),
      resolveDir: '/',
    }));
  },
};

/** What stands for React in the browser: Preact, with its interface and a tenth of its size. The server has React. */
const inBrowser: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
};

/** Resolves to the gateway's own copies, so that all islands share one Preact. */
const gatewayPackages: Plugin = {
  name: 'gateway-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (!isHostPackage(path) && !/^preact(?:\/|$)/.test(path)) return undefined;
      if (path === 'express') return { errors: [{ text: '"express" does not run in the browser' }] };
      if (path === 'stoa') return { path: fileURLToPath(ownFiles.extensionApiUrl) };
      const standIn = Object.hasOwn(inBrowser, path) ? inBrowser[path] : undefined;
      return { path: fileURLToPath(resolveOwn(standIn ?? path)) };
    });
  },
};
