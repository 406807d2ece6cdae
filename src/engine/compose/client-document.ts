import { type DocumentNode, Kind } from 'graphql';

interface Names {
  has(name: string): boolean;
}

/**
 * A subgraph's document as clients of the extension alone see it: without internal fields, and without types that only
 * these lead to.
 */
export function clientDocument(document: DocumentNode, internal: Names): DocumentNode {
  const definitions = document.definitions.flatMap((node) => {
    if (!('name' in node) || node.name === undefined) return [node];
    const type = node.name.value;
    if (internal.has(type)) return [];
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [node];
    const { fields = [] } = node;
    const seen = fields.filter(({ name }) => !internal.has(`${type}.${name.value}`));
    // A root type may have internal fields alone.
    return seen.length === 0 && fields.length > 0 ? [] : [{ ...node, fields: seen }];
  });
  return { ...document, definitions };
}
