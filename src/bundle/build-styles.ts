import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import type { BuildMemory } from './build-memory.ts';
import { cssModules, type ModuleOwner, ownersOf } from './css-modules.ts';
import { assetsPath, inputsOf, sharedOptions, throwFindings } from './page-build-options.ts';

/** A file that the gateway serves under `/assets/`. Its name contains a hash of its content. */
export interface BuiltAsset {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface StyleOptions {
  readonly owners: readonly ModuleOwner[];
  /** Component files by page group, in the order of their styles. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** CSS in front of a group's own. */
  readonly preludes: ReadonlyMap<string, string>;
  readonly minify: boolean;
}

export interface Styles {
  readonly assets: readonly BuiltAsset[];
  /** Path of the style sheet by page group. A group without styles has none. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Absolute paths of all input files. */
  readonly inputs: readonly string[];
}

/**
 * Builds one style sheet per page group from the imports of its components, in order. The code of the components is
 * bundled to find those imports, and discarded.
 */
export async function buildStyles(
  { groups, ...options }: StyleOptions,
  memory: BuildMemory<GroupStyles>,
): Promise<Styles> {
  // One build per group: within one, esbuild numbers class names that two groups share. The markup has no numbers.
  const built = await Promise.all(
    [...groups].map(async ([group, files]) => {
      const owners = await ownersOf(files, options.owners);
      return await memory.recall(group, [files, options.preludes.get(group), options.minify, owners], () =>
        buildGroup(group, files, { ...options, owners }),
      );
    }),
  );
  const assets = new Map(built.flatMap(({ assets }) => assets).map((asset) => [asset.name, asset]));
  const addresses = built.flatMap(({ group, address }) => (address === undefined ? [] : [[group, address] as const]));
  return { assets: [...assets.values()], addresses: new Map(addresses), inputs: built.flatMap(({ inputs }) => inputs) };
}

export interface GroupStyles {
  readonly group: string;
  readonly assets: readonly BuiltAsset[];
  readonly address: string | undefined;
  readonly inputs: readonly string[];
}

async function buildGroup(
  group: string,
  files: readonly string[],
  { owners, preludes, minify }: Omit<StyleOptions, 'groups'>,
): Promise<GroupStyles> {
  const { build } = await import('esbuild');
  const result = await build({
    ...sharedOptions,
    absWorkingDir: await realpath('/'),
    outdir: '/out',
    platform: 'node',
    target: ['chrome111', 'safari16.4', 'firefox115'],
    entryPoints: [{ in: `page-group:${group}`, out: group }],
    entryNames: '[name]-[hash]',
    // Class names are not minified, because the markup has the full names.
    minifyWhitespace: minify,
    minifySyntax: minify,
    plugins: [pageGroup(files, preludes.get(group)), cssModules(owners)],
  }).catch(throwFindings);
  const assets = result.outputFiles
    .filter(({ path }) => !path.endsWith('.js'))
    .map(({ path, contents }) => ({ name: basename(path), content: contents }));
  const cssBundle = Object.values(result.metafile.outputs).find(
    ({ entryPoint }) => entryPoint !== undefined,
  )?.cssBundle;
  const address = cssBundle === undefined ? undefined : assetsPath + basename(cssBundle);
  return { group, assets, address, inputs: inputsOf(result.metafile) };
}

function pageGroup(files: readonly string[], prelude: string | undefined): Plugin {
  return {
    name: 'page-group',
    setup(build) {
      build.onResolve({ filter: /^page-(?:group|prelude):/ }, ({ path }) => {
        const [namespace = '', group = ''] = path.split(':');
        return { path: group, namespace };
      });
      // A package import without a file ending is no style sheet, so it need not be read.
      build.onResolve({ filter: /^[^./]/ }, ({ path, namespace, kind }) => {
        const isStyle = path.endsWith('.css') || kind === 'import-rule' || kind === 'url-token';
        return namespace === 'file' && !isStyle ? { path, external: true } : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'page-group' }, ({ path: group }) => {
        const all = [...(prelude === undefined ? [] : [`page-prelude:${group}`]), ...files];
        return { contents: all.map((file) => `import ${JSON.stringify(file)};`).join('\n'), resolveDir: '/' };
      });
      build.onLoad({ filter: /./, namespace: 'page-prelude' }, () => ({ contents: prelude ?? '', loader: 'css' }));
    },
  };
}
