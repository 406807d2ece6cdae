import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildOptions, BuildResult } from 'esbuild';
import { installation, StartupError } from '#base';
import type { ExtensionManifest } from '#extensions';
import { buildFindings } from './build-findings.ts';
import { cssModules, inputFile } from './css-modules.ts';
import type { Bundle } from './files/bundle.ts';
import { type CacheKey, cachedBundleHash, digest, readIfExists, rememberBundle } from './files/bundle-cache.ts';
import { removeOldBundles, touchBundle } from './files/remove-old-bundles.ts';
import { writeAtomically } from './files/write-atomically.ts';
import { hostPackages } from './host-packages.ts';
import { importBoundary } from './import-boundary.ts';
import { addressNames, bundleAddress, moduleAddresses } from './module-addresses.ts';
import { esbuildVersion, isBuildFailure, sharedOptions } from './page-build-options.ts';

export interface BuildExtensionOptions {
  /** Absolute path of the folder for bundles, e.g. `.stoa/build`. It is created when it does not exist. */
  readonly buildFolder: string;
  /** Folders of the other extensions, which this extension must not import. */
  readonly neighbours?: readonly string[];
}

/**
 * Bundles the handlers, resolvers and page components of one extension into one ES module, named by its content
 * hash. Does nothing when no input has changed. Runs no code of the extension. Throws a {@link StartupError} with
 * every finding.
 */
export async function buildExtension(manifest: ExtensionManifest, options: BuildExtensionOptions): Promise<Bundle> {
  const { buildFolder } = options;
  const entry = bundleEntry(manifest);
  const settings = settingsOf(entry, options);
  const key: CacheKey = { recordFile: join(buildFolder, `${manifest.id}.json`), settings };
  const cached = await cachedBundleHash(key);
  if (cached !== undefined && (await hasContent(bundleOf(manifest, buildFolder, cached)))) {
    const bundle = bundleOf(manifest, buildFolder, cached);
    await touchBundle(bundle.file);
    return bundle;
  }
  const startedAt = Date.now();
  const { content, inputs, folder } = await runEsbuild(manifest, entry, options);
  const bundle = bundleOf(manifest, buildFolder, digest(content));
  await mkdir(buildFolder, { recursive: true });
  if (await hasContent(bundle)) {
    await touchBundle(bundle.file);
  } else {
    await writeAtomically(bundle.file, content);
    await removeOldBundles(buildFolder);
  }
  await rememberBundle(key, { folder, inputs, startedAt, bundleHash: bundle.hash });
  return bundle;
}

const esbuildOptions = {
  ...sharedOptions,
  platform: 'node',
  target: 'node22',
  define: addressNames,
  // Inline, so that code and source map are always of one build. The sources stay at the paths in the map.
  sourcemap: 'inline',
  sourcesContent: false,
  // CommonJS packages in the bundle call require() for external packages.
  banner: {
    js: `import { createRequire as __stoaRequire } from 'node:module'; var require = __stoaRequire(import.meta.url); ${bundleAddress}`,
  },
} as const satisfies BuildOptions;

const entryName = '<entry of the bundle>';

interface Built {
  readonly content: Uint8Array;
  /** Absolute paths of the files that esbuild read. */
  readonly inputs: readonly string[];
  readonly folder: string;
}

async function runEsbuild(manifest: ExtensionManifest, entry: string, options: BuildExtensionOptions): Promise<Built> {
  // esbuild resolves links, so its paths must be compared with real paths.
  const [folder, ...neighbours] = await Promise.all(
    [manifest.folder, ...(options.neighbours ?? [])].map((each) => realpath(each)),
  );
  const boundary = { folder: folder ?? manifest.folder, neighbours };
  let result: BuildResult<typeof esbuildOptions>;
  const { build } = await import('esbuild');
  try {
    result = await build({
      ...esbuildOptions,
      // Paths in the bundle are relative to this folder, so that the bundle does not depend on the working
      // directory.
      absWorkingDir: boundary.folder,
      stdin: { contents: entry, resolveDir: boundary.folder, sourcefile: entryName },
      outfile: join(options.buildFolder, `${manifest.id}.mjs`),
      plugins: [
        hostPackages,
        cssModules([{ id: manifest.id, folder: boundary.folder }]),
        importBoundary(boundary),
        moduleAddresses,
      ],
    });
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new StartupError(buildFindings(error.errors, boundary.folder), { cause: error });
  }
  // Other output files are styles and pictures, which build-page-files.ts builds for whole pages.
  const output = result.outputFiles.find(({ path }) => path.endsWith('.mjs'));
  if (output === undefined) throw new Error(`esbuild made nothing of ${manifest.folder}`);
  const inputs = Object.keys(result.metafile.inputs).filter(
    (name) => name !== entryName && !/^(?:host|address):/.test(name),
  );
  return {
    content: output.contents,
    inputs: inputs.map((name) => resolve(boundary.folder, inputFile(name))),
    folder: boundary.folder,
  };
}

function settingsOf(entry: string, { neighbours = [] }: BuildExtensionOptions): string {
  return JSON.stringify([esbuildVersion, process.version, installation, esbuildOptions, neighbours, entry]);
}

function bundleOf(manifest: ExtensionManifest, buildFolder: string, hash: string): Bundle {
  return { extension: manifest.id, file: join(buildFolder, `${manifest.id}-${hash}.mjs`), hash };
}

// Checks the content hash, so that a truncated or edited bundle is built again.
async function hasContent({ file, hash }: Bundle): Promise<boolean> {
  const content = await readIfExists(file);
  return content !== undefined && digest(content) === hash;
}

/**
 * Source of a bundle's entry module. It imports every handler, resolver and page component file, and exports a
 * `BundleModule`. A file without a default export yields undefined, which the placement reports. Computed keys
 * allow any name.
 */
function bundleEntry(manifest: ExtensionManifest): string {
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
    '',
  ].join('\n');
}
