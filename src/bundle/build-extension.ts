import { realpath } from 'node:fs/promises';
import type { ExtensionManifest } from '#extensions';
import { buildModule } from './build-module.ts';
import type { Bundle } from './files/bundle.ts';
import { hostPackages } from './host-packages.ts';
import { importBoundary } from './import-boundary.ts';
import { moduleAddresses } from './module-addresses.ts';

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
  const built = await buildModule({
    owner: manifest,
    buildFolder,
    entry: bundleEntry(manifest),
    settings: neighbours,
    async plugins(folder) {
      // esbuild resolves links, so its paths must be compared with real paths.
      const others = await Promise.all(neighbours.map((each) => realpath(each)));
      return [hostPackages, importBoundary(folder, others), moduleAddresses];
    },
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
