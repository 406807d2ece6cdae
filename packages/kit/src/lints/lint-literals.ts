import { type GraphQLSchema, print, specifiedRules, validate } from 'graphql';
import { type Assembly, type Composition, composeShop, type ExtensionManifest, type Finding } from 'stoa/tooling';
import { documentUses } from '../shop/index.ts';
import { literalDocuments, readModules, type SourceModule } from '../source/index.ts';
import { missingUses } from '../types/index.ts';
import { deadCodeLinks } from './lint-links.ts';
import { warning } from './module-facts.ts';

/** Lints what the code names in literals: documents of `context.query`, and routes of `context.url` and `useForm`. */
export async function lintLiterals(
  shop: Pick<Assembly, 'config' | 'manifests' | 'composition'>,
): Promise<readonly Finding[]> {
  const { manifests, composition } = shop;
  const { inner } = await composeShop(shop);
  const found = await Promise.all(
    manifests.map(async (manifest) => {
      const { id, folder, pages } = manifest;
      const modules = await readModules(folder);
      const others = modules.filter(({ file }) => pages.every((page) => page.file !== file));
      return [
        ...others.flatMap((module) => invalidDocuments(module, inner, absentUses(manifest, composition))),
        ...lintUses(others, manifest, { inner, internal: composition.internal }),
        ...modules.flatMap((module) => deadCodeLinks(module, shop, id)),
      ];
    }),
  );
  return found.flat();
}

/** The names of optional fields that no enabled extension gives. */
function absentUses(
  { uses }: Pick<ExtensionManifest, 'uses'>,
  { internal }: Pick<Composition, 'internal'>,
): readonly RegExp[] {
  return uses.flatMap(({ field, isOptional = false }) =>
    isOptional && !internal.has(field) ? new RegExp(`\\b${field.split('.')[1]}\\b`) : [],
  );
}

/** Documents in the code that the schema refuses. Those with an optional field that is not there are right. */
function invalidDocuments(module: SourceModule, schema: GraphQLSchema, absent: readonly RegExp[]): readonly Finding[] {
  const fix = 'Correct it; or, when it is for another API, say so: // stoa-allow LINT_DOCUMENT_INVALID: ...';
  const documents = literalDocuments(module).filter(({ text }) => !absent.some((name) => name.test(text)));
  return documents.flatMap(({ document, offset }) =>
    validate(schema, document, specifiedRules).map(({ message, positions = [] }) =>
      warning(module, offset + (positions[0] ?? 0), {
        code: 'LINT_DOCUMENT_INVALID',
        what: message,
        fix,
      }),
    ),
  );
}

/** Internal fields in documents of an extension's code without `uses`, and `uses` of fields that nothing names. */
function lintUses(
  modules: readonly SourceModule[],
  manifest: ExtensionManifest,
  schemas: Parameters<typeof missingUses>[2],
): readonly Finding[] {
  if (schemas.internal.size === 0) return [];
  const documents = modules.flatMap((module) => literalDocuments(module).map((found) => ({ ...found, module })));
  const named = new Set(
    documents.flatMap(({ document }) => [...documentUses(document, schemas.inner).coordinates.keys()]),
  );
  return [...missingUses(documents, manifest, schemas), ...unused(manifest, { modules, named })];
}

/** A text that is put together may name the field too, so its name anywhere in the code or the SDL is enough. */
function unused(
  { id, uses, sdl }: ExtensionManifest,
  { modules, named }: { readonly modules: readonly SourceModule[]; readonly named: ReadonlySet<string> },
): readonly Finding[] {
  const texts = [...modules.map(({ text }) => text), ...sdl.map(({ document }) => print(document))];
  return uses.flatMap(({ field, where }): readonly Finding[] => {
    const name = new RegExp(`\\b${field.split('.')[1]}\\b`);
    if (named.has(field) || texts.some((text) => name.test(text))) return [];
    const what = `uses "${field}", which no document of ${id} asks for`;
    return [{ code: 'LINT_USES_UNUSED', severity: 'warning', where, what, fix: 'Take it out of "uses".' }];
  });
}
