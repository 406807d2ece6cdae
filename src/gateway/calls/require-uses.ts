import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { ExtensionId } from '#base';
import { absentUse, type Composition, mayAsk, usedFields, usesFix } from '#engine';
import type { ExtensionManifest } from '#extensions';

/** Throws for an internal field in a document of `context.query` that the extension's package.json does not name. */
export type RequireUses = (extension: ExtensionId, document: DocumentNode) => void;

/** The optional field in an invalid document of `context.query` that no enabled extension gives. */
export type FindAbsent = (extension: ExtensionId, document: string) => string | undefined;

export function findAbsent(manifests: readonly ExtensionManifest[], composition: Composition): FindAbsent {
  return (extension, document) => {
    const manifest = manifests.find(({ id }) => id === extension);
    return manifest && absentUse(manifest, document, composition);
  };
}

/** `schema` is the one that the documents were validated with. */
export function requireUses(
  manifests: readonly ExtensionManifest[],
  composition: Composition,
  schema: GraphQLSchema,
): RequireUses {
  const { internal } = composition;
  // Without an internal field there is nothing to look for.
  if (internal.size === 0) return () => undefined;
  const asked = new WeakMap<DocumentNode, readonly string[]>();
  return (extension, document) => {
    const fields = asked.get(document) ?? [...usedFields(document, schema).keys()].filter((name) => internal.has(name));
    // A document that no cache keeps is not kept here either.
    if (!('passing' in document)) asked.set(document, fields);
    if (fields.length === 0) return;
    const { uses } = manifests.find(({ id }) => id === extension) ?? { uses: [] };
    const refused = fields.find((field) => !mayAsk({ id: extension, uses }, field, composition));
    if (refused === undefined) return;
    throw new Error(
      `context.query: "${refused}" is internal, and the extension "${extension}" does not use it. ${usesFix(refused)}`,
    );
  };
}
