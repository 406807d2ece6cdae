import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { OnResolveResult, PartialMessage, Plugin } from 'esbuild';
import { type ExtensionId, errorFinding, type Finding, ownFiles, StartupError } from '#base';
import type { ExtensionManifest } from '#extensions';
import { buildModule } from './build-module.ts';
import type { Bundle } from './files/bundle.ts';
import { hostPackages, isHostPackage } from './host-packages.ts';
import { moduleAddresses } from './module-addresses.ts';
import { isResolving, markResolving } from './plugin-recursion-guard.ts';

export interface BuildExtensionOptions {
  /** Absolute path of the folder for bundles, e.g. `.stoa/build`. It is created when it does not exist. */
  readonly buildFolder: string;
  /** Folders of the other extensions, which this extension must not import. */
  readonly neighbours?: readonly string[];
}

/**
 * Bundles the handlers, resolvers, page components and tasks of one extension into one ES module, named by its content
 * hash. Does nothing when no input has changed. Runs no code of the extension. Throws a {@link StartupError} with
 * every finding.
 */
export async function buildExtension(manifest: ExtensionManifest, options: BuildExtensionOptions): Promise<Bundle> {
  const { buildFolder, neighbours = [] } = options;
  // esbuild resolves links, so its paths must be compared with real paths.
  const excluded = await Promise.all(neighbours.map((each) => realpath(each)));
  const built = await buildModule({
    owner: manifest,
    buildFolder,
    entry: bundleEntry(manifest),
    excluded,
    plugins: async (folder) => [hostPackages, importBoundary(folder, excluded), moduleAddresses],
  });
  return { extension: manifest.id, ...built };
}

/**
 * Source of a bundle's entry module. It imports every file with code that the gateway calls, and exports a
 * `BundleModule`. A file without a default export yields undefined, which the placement reports. Computed keys
 * allow any name.
 */
export function bundleEntry(manifest: ExtensionManifest): string {
  const imports: string[] = [];
  const importAll = (file: string): string => {
    const name = `module${imports.length}`;
    imports.push(`import * as ${name} from ${JSON.stringify(file)};`);
    return name;
  };
  const importDefault = (file: string): string => `${importAll(file)}.default`;
  const endpoints = manifest.endpoints.map(({ routeId, handlers }) => {
    const entries = handlers.map(({ name, file }) => `[${JSON.stringify(name)}]: ${importDefault(file)}`);
    return `  [${JSON.stringify(routeId)}]: { ${entries.join(', ')} },`;
  });
  const resolvers = manifest.resolverFiles.map(
    (file) => `  { file: ${JSON.stringify(file)}, value: ${importDefault(file)} },`,
  );
  const pages = manifest.pages.map(({ file }) => `  { file: ${JSON.stringify(file)}, module: ${importAll(file)} },`);
  const mails = manifest.mails.map(
    ({ name, file }) =>
      `  { name: ${JSON.stringify(name)}, file: ${JSON.stringify(file)}, module: ${importAll(file)} },`,
  );
  const life = manifest.life === undefined ? [] : [`export const life = ${importAll(manifest.life)};`];
  const tasks = manifest.tasks.map(({ name, file }) => `  [${JSON.stringify(name)}]: ${importDefault(file)},`);
  return [
    ...imports,
    'export const handlers = {',
    ...endpoints,
    '};',
    'export const resolvers = [',
    ...resolvers,
    '];',
    'export const pages = [',
    ...pages,
    '];',
    ...(mails.length === 0 ? [] : ['export const mails = [', ...mails, '];']),
    ...life,
    'export const tasks = {',
    ...tasks,
    '};',
    '',
  ].join('\n');
}

/**
 * Restricts imports to the extension's folder and its npm packages. Imports of the gateway's code, of other
 * extensions or of folders above would tie the extension to this repository. Both parameters are real paths.
 */
function importBoundary(folder: string, neighbours: readonly string[]): Plugin {
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

/** Builds all extensions in parallel, or `only` one. Returns bundles in order, and findings of those without one. */
export async function buildExtensions(
  manifests: readonly ExtensionManifest[],
  { buildFolder, only }: Pick<BuildExtensionOptions, 'buildFolder'> & { readonly only?: ExtensionId | undefined },
): Promise<{ readonly bundles: readonly Bundle[]; readonly findings: readonly Finding[] }> {
  const folders = manifests.map((manifest) => manifest.folder);
  const built = only === undefined ? manifests : manifests.filter(({ id }) => id === only);
  const results = await Promise.all(
    built.map(async (manifest) => {
      const neighbours = folders.filter((folder) => folder !== manifest.folder);
      try {
        return await buildExtension(manifest, { buildFolder, neighbours });
      } catch (error) {
        if (error instanceof StartupError) return error;
        throw unusableFolder(error, buildFolder) ?? error;
      }
    }),
  );
  return {
    bundles: results.flatMap((result) => (result instanceof StartupError ? [] : result)),
    findings: results.flatMap((result) => (result instanceof StartupError ? result.findings : [])),
  };
}

const outOfRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

// All extensions share the build folder, so its fault is reported once, and for no extension.
function unusableFolder(error: unknown, folder: string): StartupError | undefined {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return undefined;
  const path = String(error.path);
  if (!path.startsWith(folder) && !folder.startsWith(path)) return undefined;
  const what = `the folder for bundles cannot be used (${String(error.code)})`;
  const fix = outOfRoom.has(String(error.code))
    ? 'Make room on the disk that it lies on.'
    : 'Let the user that runs the gateway read and write it, or remove it: the next start makes it anew.';
  return new StartupError([errorFinding('BUILD_FOLDER_UNUSABLE', { where: { file: path }, what, fix })], {
    cause: error,
  });
}
