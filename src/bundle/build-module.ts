import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { cssModules, inputFile, type ModuleOwner } from './css-modules.ts';
import type { Bundle } from './files/bundle.ts';
import { type CacheKey, cachedBundleHash, digest, readIfExists, rememberBundle } from './files/bundle-cache.ts';
import { removeOldBundles, touchBundle } from './files/remove-old-bundles.ts';
import { writeAtomically } from './files/write-atomically.ts';
import { addressNames, bundleAddress } from './module-addresses.ts';
import { esbuildVersion, installation, sharedOptions, throwFindings } from './page-build-options.ts';

interface ModuleOptions {
  /** Its id begins the file's name; the code is in its folder. */
  readonly owner: ModuleOwner;
  /** Absolute path of the folder for the module. It is created when it does not exist. */
  readonly buildFolder: string;
  /** Source of the entry module. */
  readonly entry: string;
  /** What else decides the result, as JSON. */
  readonly settings?: unknown;
  /** Real paths of folders that `plugins` lets no import into. */
  readonly excluded?: readonly string[];
  /** Receives the real path of the folder. */
  readonly plugins: (folder: string) => Promise<readonly Plugin[]>;
  readonly external?: readonly string[];
  readonly define?: Readonly<Record<string, string>>;
  /** Whether stack traces have positions in the sources. True when left out. */
  readonly isMapped?: boolean;
}

type BuiltModule = Omit<Bundle, 'extension'>;

/**
 * Builds one ES module, named by its content hash. Does nothing when no input has changed.
 * Runs no code of the extension. Throws a {@link StartupError} with every finding.
 */
export async function buildModule(options: ModuleOptions): Promise<BuiltModule> {
  const { owner, buildFolder, excluded } = options;
  const recordFile = join(buildFolder, `${owner.id}.json`);
  const key: CacheKey = { recordFile, settings: settingsOf(options), ...(excluded && { excluded }) };
  const cached = await cachedBundleHash(key);
  if (cached !== undefined && (await hasContent(bundleOf(options, cached)))) {
    const bundle = bundleOf(options, cached);
    await touchBundle(bundle.file);
    return bundle;
  }
  const startedAt = Date.now();
  const { content, inputs, folder } = await runEsbuild(options);
  const bundle = bundleOf(options, digest(content));
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
  // V8 keeps the text of a module as long as the module. It takes two bytes for each character if one is not ASCII.
  charset: 'ascii',
  sourcesContent: false,
  // CommonJS packages in the bundle call require() for external packages.
  banner: {
    js: `import { createRequire as __stoaRequire } from 'node:module'; var require = __stoaRequire(import.meta.url); ${bundleAddress}`,
  },
} as const satisfies BuildOptions;

const entryName = '<entry of the bundle>';

/** `inputs` has the absolute paths of the files that esbuild read. */
async function runEsbuild(options: ModuleOptions) {
  const { owner, buildFolder, entry, define, external = [], isMapped = true } = options;
  const folder = await realpath(owner.folder);
  const plugins = await options.plugins(folder);
  const { build } = await import('esbuild');
  const result = await build({
    ...esbuildOptions,
    // Inline, so that code and source map are always of one build. The sources stay at the paths in the map.
    sourcemap: isMapped && 'inline',
    define: { ...addressNames, ...define },
    external: [...external],
    // Paths in the bundle are relative to this folder, so that the bundle does not depend on the working directory.
    absWorkingDir: folder,
    stdin: { contents: entry, resolveDir: folder, sourcefile: entryName },
    outfile: join(buildFolder, `${owner.id}.mjs`),
    plugins: [...plugins, cssModules([{ id: owner.id, folder }])],
  }).catch((error: unknown) => throwFindings(error, folder));
  // Other output files are styles and pictures, which build-page-files.ts builds for whole pages.
  const output = result.outputFiles.find(({ path }) => path.endsWith('.mjs'));
  if (output === undefined) throw new Error(`esbuild made nothing of ${owner.folder}`);
  const inputs = Object.keys(result.metafile.inputs).filter(
    (name) => name !== entryName && !/^(?:host|address|modules):/.test(name),
  );
  return { content: output.contents, inputs: inputs.map((name) => resolve(folder, inputFile(name))), folder };
}

function settingsOf({ entry, settings, define, external, isMapped }: ModuleOptions): string {
  const own = [entry, settings, define, external, isMapped];
  return JSON.stringify([esbuildVersion, process.version, installation, esbuildOptions, addressNames, own]);
}

function bundleOf({ owner, buildFolder }: ModuleOptions, hash: string): BuiltModule {
  return { file: join(buildFolder, `${owner.id}-${hash}.mjs`), hash };
}

// Checks the content hash, so that a truncated or edited bundle is built again.
async function hasContent({ file, hash }: BuiltModule): Promise<boolean> {
  const content = await readIfExists(file);
  return content !== undefined && digest(content) === hash;
}
