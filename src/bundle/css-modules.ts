import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import type { OnLoadResult, OnResolveResult, Plugin } from 'esbuild';
import { digest } from './files/bundle-cache.ts';
import { isResolving, markResolving } from './plugin-recursion-guard.ts';

const namespace = 'css-module';

/** An extension, with the real path of its folder. */
export interface ModuleOwner {
  readonly id: string;
  readonly folder: string;
}

/** The extensions of these files. A build depends on no other, so it stays when another one comes or goes. */
export async function ownersOf(
  files: readonly string[],
  owners: readonly ModuleOwner[],
): Promise<readonly ModuleOwner[]> {
  // The build says what is wrong with a file that is gone.
  const paths = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  return owners.filter(({ folder }) => paths.some((path) => path.startsWith(folder + sep)));
}

/**
 * Makes class names of `*.module.css` unique to extension and file, and equal in every build. Because esbuild
 * derives class names from the file name, the plugin gives each file a name with its extension.
 */
export function cssModules(owners: readonly ModuleOwner[]): Plugin {
  return {
    name: 'css-modules',
    setup(build) {
      build.onResolve({ filter: /\.module\.css$/ }, async (args): Promise<OnResolveResult | undefined> => {
        if (isResolving(args.pluginData, 'css-modules')) return undefined;
        const { kind, importer, resolveDir } = args;
        const pluginData = markResolving(args.pluginData, 'css-modules');
        const found = await build.resolve(args.path, { kind, importer, resolveDir, pluginData });
        if (found.errors.length > 0 || found.external) return found;
        return { path: `${found.path}/${uniqueName(found.path, owners)}.css`, namespace };
      });
      build.onLoad({ filter: /./, namespace }, async ({ path }): Promise<OnLoadResult> => {
        const file = dirname(path);
        return { contents: await readFile(file), loader: 'local-css', resolveDir: dirname(file), watchFiles: [file] };
      });
    },
  };
}

/** The file behind esbuild's name of an input. */
export function inputFile(name: string): string {
  return name.startsWith(`${namespace}:`) ? dirname(name.slice(namespace.length + 1)) : name;
}

function uniqueName(file: string, owners: readonly ModuleOwner[]): string {
  const owner = owners.find(({ folder }) => file.startsWith(folder + sep));
  const path = owner === undefined ? file : `${owner.id}/${relative(owner.folder, file).replaceAll('\\', '/')}`;
  return `${basename(file, '.module.css').replaceAll(/\W/g, '')}_${digest(path).slice(0, 6)}`;
}
