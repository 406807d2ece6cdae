import { print } from 'graphql';
import type { ExtensionManifest, Finding } from 'stoa/tooling';
import { documentUses } from '../shop/index.ts';
import { literalDocuments, type SourceModule } from '../source/index.ts';
import { missingUses } from '../types/index.ts';

/** Internal fields in documents of an extension's code without `uses`, and `uses` of fields that nothing names. */
export function lintUses(
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
