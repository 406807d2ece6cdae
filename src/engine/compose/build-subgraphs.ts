import { type ConstDirectiveNode, type DocumentNode, Kind } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition, ExtensionSdl, Subgraph } from '../subschema/composition.ts';
import { federationLink, hasDirective, ownDirectives } from '../subschema/federation.ts';
import { clientDocument } from './client-document.ts';
import { type CollectedTypes, ownersOf, type TypePart } from './sdl/collect-types.ts';
import { definitionOf, type TypeShape } from './sdl/type-shape.ts';
import { SubgraphTypes } from './subgraph-types.ts';

export interface BuiltSubgraph extends Subgraph {
  readonly shapes: ReadonlyMap<string, TypeShape>;
  /** Types that the extension defines itself, rather than extends or refers to. */
  readonly defined: ReadonlySet<string>;
}

interface MergedParts extends Pick<Composition, 'internal'> {
  readonly merged: ReadonlyMap<string, TypeShape>;
}

/** Completes each extension's SDL to a Federation subgraph: keys, their fields, and stubs of other types. */
export function buildSubgraphs(
  manifests: readonly ExtensionSdl[],
  collected: CollectedTypes,
  { merged, internal }: MergedParts,
): ReadonlyMap<ExtensionId, BuiltSubgraph> {
  const withSdl = manifests.filter((manifest) => manifest.sdl.length > 0);
  const parts = Map.groupBy([...collected.types.values()].flat(), ({ extension }) => extension);
  const built = withSdl.map(
    ({ id }) => [id, buildSubgraph(parts.get(id) ?? [], collected, { merged, internal })] as const,
  );
  // An entity that no other extension knows needs no `__resolveReference`.
  const known = Map.groupBy(
    built.flatMap(([, { types }]) => [...types]),
    (name) => name,
  );
  return new Map(
    built.map(([id, subgraph]) => {
      const ownedEntities = subgraph.ownedEntities.filter((name) => (known.get(name)?.length ?? 0) > 1);
      return [id, { ...subgraph, ownedEntities }];
    }),
  );
}

function buildSubgraph(
  own: readonly TypePart[],
  collected: CollectedTypes,
  { merged, internal }: MergedParts,
): BuiltSubgraph {
  const types = new SubgraphTypes(merged);
  for (const part of own) types.addOwn(part);
  for (const part of own) types.completeEntity(part.shape.name.value);
  types.addReferences();
  types.addInterfaces();

  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      ...federationLink.definitions,
      ...collected.directives.values(),
      ...[...types.shapes.values()].map((shape) => definitionOf(withoutOwnDirectives(shape))),
    ],
  };
  const ownedEntities = own.flatMap(({ extension, shape: { name } }) => {
    const shape = merged.get(name.value);
    const owners =
      shape?.kind === 'object' && hasDirective(shape, 'key') ? ownersOf(collected.types.get(name.value) ?? []) : [];
    return owners.length === 1 && extension !== undefined && owners[0]?.extension === extension ? [name.value] : [];
  });
  return {
    document,
    clientDocument: clientDocument(document, internal),
    shapes: types.shapes,
    defined: new Set(own.filter(({ defines }) => defines).map(({ shape }) => shape.name.value)),
    types: new Set(types.shapes.keys()),
    ownedEntities,
  };
}

/** Other gateways do not know Stoa's own directives. */
function withoutOwnDirectives(shape: TypeShape): TypeShape {
  const isOwn = ({ name }: ConstDirectiveNode): boolean => ownDirectives.has(name.value);
  if (!shape.fields.some(({ directives = [] }) => directives.some(isOwn))) return shape;
  const fields = shape.fields.map((field) => ({
    ...field,
    directives: (field.directives ?? []).filter((directive) => !isOwn(directive)),
  }));
  return { ...shape, fields };
}
