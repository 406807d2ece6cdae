import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { buildIslands, type IslandOptions, type Islands } from './build-islands.ts';
import { BuildMemory } from './build-memory.ts';
import { buildStyles, type GroupStyles, type StyleOptions, type Styles } from './build-styles.ts';
import { type CacheKey, cachedBundleHash, digest, readIfExists, rememberBundle } from './files/bundle-cache.ts';
import { ignoreReadOnly, removeOldBundles, touchBundle } from './files/remove-old-bundles.ts';
import { writeAtomically } from './files/write-atomically.ts';
import { esbuildVersion, installation, sharedOptions } from './page-build-options.ts';

interface PageFileOptions {
  readonly styles: StyleOptions;
  readonly islands: IslandOptions;
  /** Folder in which results are kept for the next start, e.g. `.stoa/build`. */
  readonly buildFolder: string;
  /** Results of this process. After a change, only the affected parts are built again. */
  readonly memory: ReturnType<typeof createPageMemory>;
}

export function createPageMemory() {
  return { styles: new BuildMemory<GroupStyles>(), islands: new BuildMemory<Islands>() };
}

export interface PageFiles {
  readonly styles: Styles;
  readonly islands: Islands;
}

/** Builds styles and islands of all pages, or reads the result of the last start when no input has changed. */
export async function buildPageFiles(options: PageFileOptions): Promise<PageFiles> {
  const { buildFolder, memory } = options;
  // The underscore prevents a collision: no extension id has one.
  const key: CacheKey = { recordFile: join(buildFolder, '_pages.json'), settings: settingsOf(options) };
  const cached = await cachedBundleHash(key);
  const kept = cached === undefined ? undefined : await readKept(fileOf(buildFolder, cached), cached);
  if (kept !== undefined) return kept;

  const startedAt = Date.now();
  const [styles, islands] = await Promise.all([
    buildStyles(options.styles, memory.styles),
    buildIslands(options.islands, memory.islands),
  ]);
  const content = serialize({ styles, islands });
  const bundleHash = digest(content);
  await ignoreReadOnly(async () => {
    await mkdir(buildFolder, { recursive: true });
    await writeAtomically(fileOf(buildFolder, bundleHash), content);
    await removeOldBundles(buildFolder);
    const inputs = [...new Set([...styles.inputs, ...islands.inputs])];
    await rememberBundle(key, { folder: '/', inputs, startedAt, bundleHash });
  });
  return { styles, islands };
}

function fileOf(buildFolder: string, hash: string): string {
  return join(buildFolder, `_pages-${hash}.bin`);
}

function settingsOf({ styles, islands }: PageFileOptions): string {
  const { owners, groups, preludes, minify } = styles;
  const own = { owners, groups: [...groups], preludes: [...preludes], minify, islands };
  // An older Node may not read what a newer one has serialized.
  return JSON.stringify([process.version, esbuildVersion, installation, sharedOptions, own]);
}

async function readKept(file: string, hash: string): Promise<PageFiles | undefined> {
  const content = await readIfExists(file);
  if (content === undefined || digest(content) !== hash) return undefined;
  await touchBundle(file);
  // The hash is right, so the content is what `serialize` made.
  return deserialize(content);
}
