import type { DocumentNode, NameNode } from 'graphql';
import { type Place, placeOf } from 'stoa/tooling';

/** Where an extension writes what a message of the composition names in quotes: `"Product.price"`, `"Product"`. */
export function placeOfMessage(message: string, documents: readonly DocumentNode[]): Place | undefined {
  const definitions = documents.flatMap((document) => document.definitions);
  for (const [, type, field] of message.matchAll(/"(\w+)(?:\.(\w+))?/g)) {
    const names = definitions.flatMap((node): readonly NameNode[] => {
      if (!('name' in node) || node.name?.value !== type) return [];
      if (field === undefined) return [node.name];
      const fields: readonly { readonly name: NameNode }[] = 'fields' in node ? (node.fields ?? []) : [];
      return fields.flatMap(({ name }) => (name.value === field ? [name] : []));
    });
    const written = names.find(({ loc }) => loc !== undefined);
    if (written !== undefined) return placeOf(written);
  }
  return undefined;
}
