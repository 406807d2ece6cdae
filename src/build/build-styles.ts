import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';
import { StartupError } from '../base/startup-error.ts';
import { buildFindings } from './build-findings.ts';
import type { BuildMemory } from './build-memory.ts';
import { cssModules, type ModuleOwner } from './css-modules.ts';
import { assetsPath, inputsOf, isBuildFailure, sharedOptions } from './page-build-options.ts';

/** A file that is served under `/assets/`. Its name has a hash of its content. */
export interface BuiltAsset {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface StyleOptions {
  readonly owners: readonly ModuleOwner[];
  /** Files of components by page group, in the order in which their styles shall stand. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** CSS that goes in front of a group's own. */
  readonly preludes: ReadonlyMap<string, string>;
  readonly minify: boolean;
}

export interface Styles {
  readonly assets: readonly BuiltAsset[];
  /** Addresses by page group; none for a group without styles. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Absolute paths of the files that went in. */
  readonly inputs: readonly string[];
}

/**
 * One stylesheet for each page group: what its components import, in order. The components' code is bundled as well, because
 * it says which styles there are, and thrown away.
 */
export async function buildStyles(
  { groups, ...options }: StyleOptions,
  memory: BuildMemory<GroupStyles>,
): Promise<Styles> {
  // A build for each: within one, esbuild numbers the class names that two groups share, and the markup has them as they are.
  const built = await Promise.all(
    [...groups].map(([group, files]) =>
      memory.recall(group, [files, options.preludes.get(group), options.minify, options.owners], () =>
        buildGroup(group, files, options),
      ),
    ),
  );
  const assets = new Map(built.flatMap(({ assets }) => assets).map((asset) => [asset.name, asset]));
  const addresses = built.flatMap(({ group, address }) => (address === undefined ? [] : [[group, address] as const]));
  return { assets: [...assets.values()], addresses: new Map(addresses), inputs: built.flatMap(({ inputs }) => inputs) };
}

/** What the pages of one group look like. */
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
    // Not the class names: the markup has them in full.
    minifyWhitespace: minify,
    minifySyntax: minify,
    plugins: [pageGroups(new Map([[group, files]]), preludes), cssModules(owners)],
  }).catch((error: unknown) => {
    if (!isBuildFailure(error)) throw error;
    throw new StartupError(buildFindings(error.errors, '/'), { cause: error });
  });
  const assets = result.outputFiles
    .filter(({ path }) => !path.endsWith('.js'))
    .map(({ path, contents }) => ({ name: basename(path), content: contents }));
  const cssBundle = Object.values(result.metafile.outputs).find(
    ({ entryPoint }) => entryPoint !== undefined,
  )?.cssBundle;
  const address = cssBundle === undefined ? undefined : assetsPath + basename(cssBundle);
  return { group, assets, address, inputs: inputsOf(result.metafile) };
}

function pageGroups(groups: StyleOptions['groups'], preludes: StyleOptions['preludes']): Plugin {
  return {
    name: 'page-groups',
    setup(build) {
      build.onResolve({ filter: /^page-group:/ }, ({ path }) => ({
        path: path.slice('page-group:'.length),
        namespace: 'page-group',
      }));
      build.onResolve({ filter: /^page-prelude:/ }, ({ path }) => ({
        path: path.slice('page-prelude:'.length),
        namespace: 'page-prelude',
      }));
      // Packages without an ending have no styles to give, and need not be read.
      build.onResolve({ filter: /^[^./]/ }, ({ path, namespace, kind }) => {
        const isStyle = path.endsWith('.css') || kind === 'import-rule' || kind === 'url-token';
        return namespace === 'file' && !isStyle ? { path, external: true } : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'page-group' }, ({ path: group }) => {
        const files = [...(preludes.has(group) ? [`page-prelude:${group}`] : []), ...(groups.get(group) ?? [])];
        return { contents: files.map((file) => `import ${JSON.stringify(file)};`).join('\n'), resolveDir: '/' };
      });
      build.onLoad({ filter: /./, namespace: 'page-prelude' }, ({ path }) => ({
        contents: preludes.get(path) ?? '',
        loader: 'css',
      }));
    },
  };
}
