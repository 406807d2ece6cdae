import { type ExtensionManifest, type Place, positionAt } from 'stoa/tooling';
import { literalDocuments, moduleGraph, readModules, routeCalls } from '../../source/index.ts';

/** Uses of the shop in literals of the extensions' code. */
export interface ShopCode {
  readonly documents: readonly CodeDocument[];
  readonly calls: readonly CodeCall[];
  /** The parts of the extension that import the file, directly or not. Empty when the imports cannot be resolved. */
  reach(file: string): Promise<readonly CodeEntry[]>;
}

export type CodeDocument = ReturnType<typeof literalDocuments>[number] & {
  readonly extension: string;
  readonly file: string;
  placeOf(offset: number): Place;
};

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
  const modules = await readModules(folder);
  const places = modules.map((module) => ({
    module,
    placeOf: (offset: number): Place => ({ file: module.file, ...positionAt(module.text, offset) }),
  }));
  return {
    documents: places.flatMap(({ module, placeOf }) =>
      literalDocuments(module).map((found): CodeDocument => {
        return { ...found, extension: id, file: module.file, placeOf: (offset) => placeOf(found.offset + offset) };
      }),
    ),
    calls: places.flatMap(({ module, placeOf }) =>
      routeCalls(module).map(({ kind, name, offset }): CodeCall => {
        return { kind, extension: id, file: module.file, name, where: placeOf(offset) };
      }),
    ),
  };
}

async function reachOf(manifest: ExtensionManifest): Promise<ReadonlyMap<string, readonly CodeEntry[]>> {
  const entries = entriesOf(manifest);
  const imports = await moduleGraph(
    manifest.folder,
    entries.map(({ file }) => file),
  );
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

function entriesOf(manifest: ExtensionManifest): readonly CodeEntry[] {
  const { id, endpoints, pages, resolverFiles, tasks, mails, life } = manifest;
  const others = [
    ...[...tasks, ...mails].map(({ file }) => file),
    ...resolverFiles,
    ...(life === undefined ? [] : [life]),
  ];
  return [
    ...endpoints.flatMap(({ routeId, handlers }) =>
      handlers.map(({ file }): CodeEntry => ({ kind: 'route', name: `${id}.${routeId}`, file })),
    ),
    ...pages.map(({ name, file }): CodeEntry => ({ kind: 'component', name: `${id}.${name}`, file })),
    ...others.map((file): CodeEntry => ({ kind: 'extension', name: id, file })),
  ];
}
