import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type ExtensionManifest, isBuildFailure, type Place, positionAt } from 'stoa/tooling';
import { type LiteralDocument, literalDocuments, namedCalls } from './code-literals.ts';

/** Uses of the shop in literals of the extensions' code. */
export interface ShopCode {
  readonly documents: readonly CodeDocument[];
  readonly calls: readonly CodeCall[];
  /** The parts of the extension that import the file, directly or not. Empty when the imports cannot be resolved. */
  reach(file: string): Promise<readonly CodeEntry[]>;
}

export interface CodeDocument extends LiteralDocument {
  readonly extension: string;
  readonly file: string;
  placeOf(offset: number): Place;
}

export interface CodeCall {
  readonly kind: 'url' | 'useForm';
  readonly extension: string;
  readonly file: string;
  readonly name: string;
  readonly where: Place;
}

export interface CodeEntry {
  readonly kind: 'component' | 'route' | 'extension';
  /** `reviews.addReview`, or `reviews` for its resolvers. */
  readonly name: string;
  readonly file: string;
}

/** Reads the sources of all extensions without running them. */
export async function readShopCode(manifests: readonly ExtensionManifest[]): Promise<ShopCode> {
  const read = await Promise.all(manifests.map(readExtensionCode));
  const reached = new Map<string, Promise<ReadonlyMap<string, readonly CodeEntry[]>>>();
  return {
    documents: read.flatMap(({ documents }) => documents),
    calls: read.flatMap(({ calls }) => calls),
    async reach(file) {
      const manifest = manifests.find(({ folder }) => file.startsWith(`${folder}/`));
      if (manifest === undefined) return [];
      const known = reached.get(manifest.id) ?? reachOf(manifest);
      reached.set(manifest.id, known);
      return (await known).get(file) ?? [];
    },
  };
}

async function readExtensionCode({ id, folder }: ExtensionManifest): Promise<Pick<ShopCode, 'documents' | 'calls'>> {
  const documents: CodeDocument[] = [];
  const calls: CodeCall[] = [];
  const isOther = (name: string): boolean => /^(?:node_modules|test|tests)$/.test(name);
  for await (const name of glob('**/*.{ts,tsx,js,jsx,mts,mjs}', { cwd: folder, exclude: isOther })) {
    if (/\.(?:gen|test|spec|d)\.[a-z]+$/.test(name) || /(?:^|\/)(?:node_modules|tests?)\//.test(name)) continue;
    const file = join(folder, name);
    const source = await readFile(file, 'utf8');
    const placeOf = (offset: number): Place => ({ file, ...positionAt(source, offset) });
    for (const found of literalDocuments(source)) {
      documents.push({ ...found, extension: id, file, placeOf: (offset) => placeOf(found.offset + offset) });
    }
    for (const { kind, name: called, offset } of namedCalls(source)) {
      calls.push({ kind, extension: id, file, name: called, where: placeOf(offset) });
    }
  }
  return { documents, calls };
}

/** Resolves imports with esbuild, as the bundle does. The build of the bundle reports import errors. */
async function reachOf(manifest: ExtensionManifest): Promise<ReadonlyMap<string, readonly CodeEntry[]>> {
  const entries = entriesOf(manifest);
  const imports = await importsOf(manifest, entries);
  const reached = new Map<string, CodeEntry[]>();
  for (const entry of entries) {
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      reached.set(file, [...(reached.get(file) ?? []), entry]);
      for (const target of imports.get(file) ?? []) visit(target);
    };
    visit(entry.file);
  }
  return reached;
}

function entriesOf({ id, endpoints, pages, resolverFiles }: ExtensionManifest): readonly CodeEntry[] {
  return [
    ...endpoints.flatMap(({ routeId, handlers }) =>
      handlers.map(({ file }): CodeEntry => ({ kind: 'route', name: `${id}.${routeId}`, file })),
    ),
    ...pages.map(({ name, file }): CodeEntry => ({ kind: 'component', name: `${id}.${name}`, file })),
    ...resolverFiles.map((file): CodeEntry => ({ kind: 'extension', name: id, file })),
  ];
}

/** The modules of an extension that each of its modules imports. Empty when the imports cannot be resolved. */
export async function importsOf(
  manifest: ExtensionManifest,
  entries: readonly CodeEntry[] = entriesOf(manifest),
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { folder } = manifest;
  // Loaded late, since tests of extensions need none of it.
  const { build } = await import('esbuild');
  try {
    const { metafile } = await build({
      // A generated module imports the entries, because esbuild takes [...] in the name of an entry for a pattern.
      stdin: {
        contents: entries.map(({ file }) => `import ${JSON.stringify(`./${relative(folder, file)}`)};`).join('\n'),
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
    if (!isBuildFailure(error)) throw error;
    return new Map();
  }
}
