import { dirname, join, relative } from 'node:path';

/**
 * The modules that each module of an extension imports, by absolute paths, from these modules on. esbuild resolves
 * them, as it does for the bundle. Empty when an import cannot be resolved: the build of the bundle reports it.
 */
export async function moduleGraph(
  folder: string,
  entries: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  // Loaded late, since tests of extensions need none of it.
  const { build } = await import('esbuild');
  try {
    const { metafile } = await build({
      // A generated module imports the entries, because esbuild takes [...] in the name of an entry for a pattern.
      stdin: {
        contents: entries.map((file) => `import ${JSON.stringify(`./${relative(folder, file)}`)};`).join('\n'),
        resolveDir: folder,
      },
      absWorkingDir: folder,
      preserveSymlinks: true,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      metafile: true,
      write: false,
      outdir: dirname(folder),
      tsconfigRaw: '{}',
      jsx: 'automatic',
      loader: Object.fromEntries(
        ['.css', '.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.woff2'].map((end) => [end, 'empty']),
      ),
    });
    return new Map(
      Object.entries(metafile.inputs).map(([name, { imports }]) => [
        join(folder, name),
        imports.flatMap(({ path, external }) => (external ? [] : join(folder, path))),
      ]),
    );
  } catch (error) {
    // esbuild rejects with the messages of the build.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    return new Map();
  }
}
