import { sep } from 'node:path';
import type { OnResolveResult, PartialMessage, Plugin } from 'esbuild';
import { ownFiles } from '#base';
import { isHostPackage } from './host-packages.ts';
import { isResolving, markResolving } from './plugin-recursion-guard.ts';

/**
 * Restricts imports to the extension's folder and its npm packages. Imports of the gateway's code, of other
 * extensions or of folders above would tie the extension to this repository. Both parameters are real paths.
 */
export function importBoundary(folder: string, neighbours: readonly string[]): Plugin {
  return {
    name: 'import-boundary',
    setup(build) {
      // All namespaces: style sheets import as well, from a namespace of their own.
      build.onResolve({ filter: /./ }, async (args): Promise<OnResolveResult | undefined> => {
        const isOwn =
          args.importer.startsWith(folder + sep) && !args.importer.slice(folder.length).includes('/node_modules/');
        if (
          !isOwn ||
          isResolving(args.pluginData, 'import-boundary') ||
          isHostPackage(args.path) ||
          args.path.startsWith('node:')
        )
          return undefined;
        const { kind, importer, resolveDir } = args;
        const pluginData = markResolving(args.pluginData, 'import-boundary');
        const result = await build.resolve(args.path, { kind, importer, resolveDir, pluginData });
        // esbuild reports this error itself, with the position of the import.
        if (result.errors.length > 0) return undefined;
        const problem = result.external || result.namespace !== 'file' ? undefined : forbidden(args.path, result.path);
        return problem === undefined ? { ...result, pluginData: undefined } : { errors: [problem] };
      });

      function forbidden(specifier: string, path: string): PartialMessage | undefined {
        if (path.startsWith(folder + sep)) return undefined;
        const owner = neighbours.find((each) => path.startsWith(each + sep));
        if (owner !== undefined)
          return message(`imports another extension's file, ${path}`, 'Ask the shop through context.query instead.');
        if (path.startsWith(ownFiles.codeFolder))
          return message(
            `imports the gateway's own code, ${path}`,
            'Import from "stoa"; nothing else of the gateway is public.',
          );
        if (!/^(?:\.{1,2}\/|\/|\.{1,2}$)/.test(specifier)) return undefined;
        return message(
          `imports a file outside the extension's folder, ${path}`,
          'Move it into the folder, or make it an npm package.',
        );
      }
    },
  };
}

/** The fix is the `detail`, by which `buildFindings` knows an error of this plugin. */
function message(text: string, detail: string): PartialMessage {
  return { text, detail };
}
