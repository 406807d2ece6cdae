import { type DefinitionNode, type DocumentNode, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import { coreSchema } from 'stoa/tooling';

const link = parse('extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@shareable"])', {
  noLocation: true,
});

/**
 * The gateway's own fields as a Federation 2 subgraph. The gateway answers it at its usual address. Extensions have
 * its types as well, so those are shareable.
 */
export function ownSubgraph(): DocumentNode {
  return { kind: Kind.DOCUMENT, definitions: [...link.definitions, ...coreSchema.definitions.map(shared)] };
}

function shared(definition: DefinitionNode): DefinitionNode {
  if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION || definition.name.value === 'Query') return definition;
  const directives = [...(definition.directives ?? []), shareable];
  return { ...definition, directives } satisfies ObjectTypeDefinitionNode;
}

const shareable = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'shareable' } } as const;
