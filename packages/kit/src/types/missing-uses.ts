import { type ExtensionManifest, type Finding, positionAt, stoaVersion } from 'stoa/tooling';
import { refusedFields } from '../shop/index.ts';
import type { CodeFacts } from './code-facts.ts';

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
