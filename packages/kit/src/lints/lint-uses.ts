import { print } from 'graphql';
import type { ExtensionManifest, Finding } from 'stoa/tooling';
import { documentUses, refusedFields } from '../shop/index.ts';
import { literalDocuments, type SourceModule } from '../source/index.ts';
import { warning } from './warning.ts';

type Schemas = Parameters<typeof refusedFields>[2];

/** Internal fields in documents of an extension's code without `uses`, and `uses` of fields that nothing names. */
export function lintUses(
  modules: readonly SourceModule[],
  manifest: ExtensionManifest,
  schemas: Schemas,
): readonly Finding[] {
  if (schemas.internal.size === 0) return [];
  const documents = modules.flatMap((module) => literalDocuments(module).map((found) => ({ ...found, module })));
  const missing = documents.flatMap(({ document, offset, module }) =>
    [...refusedFields(document, manifest, schemas)].map(([field, at]) =>
      warning(module, offset + at, {
        code: 'USES_MISSING',
        what: `asks for "${field}", which is internal, and ${manifest.id} does not use it: context.query refuses it`,
        fix: `Write in its package.json: "stoa": { "uses": ["${field}"] }.`,
      }),
    ),
  );
  const named = new Set(
    documents.flatMap(({ document }) => [...documentUses(document, schemas.inner).coordinates.keys()]),
  );
  return [...missing, ...unused(manifest, { modules, named })];
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
