import type { DocumentNode } from 'graphql';
import { type ExtensionManifest, type Finding, parseQueryText, positionAt, stoaVersion } from 'stoa/tooling';
import { refusedFields } from '../shop/index.ts';
import {
  exportedValue,
  literalDocuments,
  literalText,
  literalTexts,
  membersOf,
  readModules,
  routeCalls,
  type SourceModule,
} from '../source/index.ts';

/** What the sources of one extension say without running: names and GraphQL documents in literals. */
export interface CodeFacts {
  readonly components: readonly ComponentFacts[];
  /** Operations outside of page components. */
  readonly documents: readonly (ReturnType<typeof literalDocuments>[number] & { readonly module: SourceModule })[];
  /** Routes and pages that the code names. */
  readonly calls: ReturnType<typeof routeCalls>;
}

export interface ComponentFacts {
  readonly component: ExtensionManifest['pages'][number];
  /** The exported query, with variables for `getContextValue`. Undefined without one, and when it is no literal. */
  readonly query: DocumentNode | undefined;
  /** The area of `layout`, when it is a literal. */
  readonly area: string | undefined;
  /** The areas that it offers. Undefined when they are not literals. */
  readonly offered: readonly string[] | undefined;
}

export async function codeFacts({ folder, pages }: ExtensionManifest): Promise<CodeFacts> {
  const modules = await readModules(folder);
  return {
    components: pages.flatMap((component) => {
      const module = modules.find(({ file }) => file === component.file);
      return module === undefined ? [] : componentFacts(component, module);
    }),
    documents: modules
      .filter((module) => pages.every(({ file }) => file !== module.file))
      .flatMap((module) => literalDocuments(module).map((found) => ({ ...found, module }))),
    calls: modules.flatMap(routeCalls),
  };
}

function componentFacts(component: ExtensionManifest['pages'][number], module: SourceModule): ComponentFacts {
  const text = literalText(exportedValue(module, 'query'));
  const parsed = text === undefined ? undefined : parseQueryText(text);
  const layout = membersOf(module, exportedValue(module, 'layout'));
  const areas = exportedValue(module, 'areas');
  return {
    component,
    query: parsed?.misuses.length === 0 ? parsed.document : undefined,
    area: literalText(layout.find(({ name }) => name === 'areaId')?.value),
    offered: areas === undefined ? [] : literalTexts(areas),
  };
}

/** Internal fields in documents of an extension's code that are not in its `uses`. */
export function missingUses(
  documents: CodeFacts['documents'],
  manifest: ExtensionManifest,
  schemas: Parameters<typeof refusedFields>[2],
): readonly Finding[] {
  return documents.flatMap(({ document, offset, module: { file, text } }) =>
    [...refusedFields(document, manifest, schemas)].map(
      ([field, at]): Finding => ({
        code: 'USES_MISSING',
        severity: 'warning',
        where: { file, ...positionAt(text, offset + at) },
        what: `asks for "${field}", which is internal, and ${manifest.id} does not use it: context.query refuses it`,
        fix: `Add "${field}" to "uses" in its package.json, beside "version": "stoa": { "version": "^${stoaVersion}", "uses": ["${field}"] }.`,
      }),
    ),
  );
}
