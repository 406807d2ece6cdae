import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { type Assembly, type Config, composeShop, type ExtensionManifest, type Finding } from 'stoa/tooling';
import { ownFiles, readModules } from '../source/index.ts';
import { codeFacts, missingUses } from './code-facts.ts';
import { extensionTypes } from './extension-types.ts';
import type { TypedShop } from './shop-types.ts';
import { declarationFile, StyleReader } from './style-types.ts';

/** A generated file. */
export interface TypedFile {
  readonly extension: ExtensionManifest;
  readonly file: string;
  /** Undefined when the file is not wanted: its source is gone. */
  readonly text: string | undefined;
  /** Whether the file on disk differs. */
  readonly isStale: boolean;
}

type TypedConfig = Pick<Config, 'pages' | 'folder' | 'disabled'>;

type ComposedShop = Awaited<ReturnType<typeof composeShop>>;
type WantedFile = Omit<TypedFile, 'isStale'>;

/** The generated file of an extension. */
function typesFile({ folder, id }: Pick<ExtensionManifest, 'folder' | 'id'>): string {
  return join(folder, `${id}.gen.ts`);
}

/** Makes the types of a shop's extensions. Keeps what it has read, so that an edit costs only what it changes. */
export class TypeWriter {
  readonly #styles = new StyleReader();
  #composed: { readonly texts: string; readonly shop: ComposedShop } | undefined;
  /** What `context.query` refuses, in the files of the last comparison. */
  refused: readonly Finding[] = [];

  /**
   * All generated files, compared with those on disk. Manifests have the SDL of GraphQL Mesh. Throws StartupError when
   * the SDL of the extensions cannot be joined.
   */
  async compare(config: TypedConfig, manifests: readonly ExtensionManifest[]): Promise<readonly TypedFile[]> {
    const wanted = await this.#wanted(config, manifests);
    return Promise.all(
      wanted.map(async (each) => {
        const text = await readFile(each.file, 'utf8').catch(() => undefined);
        return { ...each, isStale: text !== each.text };
      }),
    );
  }

  /** Writes the files that differ. Returns all of them, as they were before. Throws StartupError as {@link compare}. */
  async write(config: TypedConfig, manifests: readonly ExtensionManifest[]): Promise<readonly TypedFile[]> {
    const files = await this.compare(config, manifests);
    await Promise.all(
      files.map(({ file, text, isStale }) => {
        if (!isStale) return undefined;
        return text === undefined ? rm(file, { force: true }) : writeFile(file, text);
      }),
    );
    return files;
  }

  async #wanted(config: TypedConfig, manifests: readonly ExtensionManifest[]): Promise<readonly WantedFile[]> {
    const shop = await this.#shop(config, manifests);
    const schemas = { inner: shop.inner, internal: shop.composition.internal };
    this.refused = manifests.flatMap((each) => missingUses(shop.code.get(each.id)?.documents ?? [], each, schemas));
    const files = await Promise.all(
      manifests.map(async (extension): Promise<readonly WantedFile[]> => {
        if (!(await isTyped(extension))) return [];
        const own = { extension, file: typesFile(extension), text: extensionTypes(extension, shop) };
        return [own, ...(await this.#styleFiles(extension))];
      }),
    );
    return files.flat();
  }

  async #styleFiles(extension: ExtensionManifest): Promise<readonly WantedFile[]> {
    const modules = await ownFiles(extension.folder, '**/*.module.css');
    const declared = await Promise.all(
      modules.map(async (file): Promise<WantedFile> => {
        const text = await this.#styles.declarationOf(file);
        return { extension, file: declarationFile(file), text };
      }),
    );
    const known = new Set(declared.map(({ file }) => file));
    const orphans = (await ownFiles(extension.folder, '**/*.module.d.css.ts')).filter((file) => !known.has(file));
    return [
      ...declared.filter(({ text }) => text !== undefined),
      ...orphans.map((file) => ({ extension, file, text: undefined })),
    ];
  }

  async #shop(config: TypedConfig, manifests: readonly ExtensionManifest[]): Promise<TypedShop> {
    const composed = await this.#compose(config, manifests);
    const code = await Promise.all(
      manifests.map(async (manifest) => [manifest.id, await codeFacts(manifest)] as const),
    );
    return { config, manifests, ...composed, code: new Map(code) };
  }

  /** Composes again when SDL has changed. */
  async #compose(config: TypedConfig, manifests: readonly ExtensionManifest[]): Promise<ComposedShop> {
    const sdl = manifests.map(({ id, sdl, uses }) => [id, uses, sdl.map(({ document }) => document.loc?.source.body)]);
    const texts = JSON.stringify(sdl);
    if (this.#composed?.texts !== texts) this.#composed = { texts, shop: await composeShop({ config, manifests }) };
    return this.#composed.shop;
  }
}

/** Whether an extension has types: it has TypeScript, and is not an installed package. */
async function isTyped(manifest: ExtensionManifest): Promise<boolean> {
  if (manifest.folder.split(sep).includes('node_modules')) return false;
  return (
    existsSync(typesFile(manifest)) || (await readModules(manifest.folder)).some(({ file }) => /\.tsx?$/.test(file))
  );
}

/** Reports extensions whose generated types are out of date. One without such a file does without types. */
export async function staleTypes({
  config,
  manifests,
}: Pick<Assembly, 'config' | 'manifests'>): Promise<readonly Finding[]> {
  const files = await new TypeWriter().compare(config, manifests);
  const stale = files.filter(({ extension, isStale }) => isStale && existsSync(typesFile(extension)));
  return [...Map.groupBy(stale, ({ extension }) => extension)].flatMap(
    ([{ id }, [first, ...others]]): readonly Finding[] => {
      if (first === undefined) return [];
      const what = `${basename(first.file)} is not what ${id} declares: tsc and editors see other types`;
      const related = others.map(({ file }) => ({ file }));
      return [
        {
          code: 'TYPES_STALE',
          severity: 'warning',
          where: { file: first.file, line: 1 },
          what,
          related,
          fix: 'Run "npx stoa types" and commit what it writes. "stoa dev" does so by itself.',
        },
      ];
    },
  );
}
