import { type DocumentNode, Kind } from 'graphql';
import type { ExtensionId } from '#base';
import type { Composition, ExtensionSdl, Subgraph } from '../subschema/composition.ts';
import { directivesOf, federationLink, fieldSetOf, hasDirective } from '../subschema/federation.ts';
import { clientDocument } from './client-document.ts';
import { type CollectedTypes, rootTypes, type TypePart } from './sdl/collect-types.ts';
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
      ...[...types.shapes.values()].map(definitionOf),
    ],
  };
  const ownedEntities = own.flatMap(({ extension, shape: { name } }) => {
    const owners = isEntity(merged.get(name.value)) ? ownersOf(collected.types.get(name.value) ?? []) : [];
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

function isEntity(shape: TypeShape | undefined): boolean {
  return shape?.kind === 'object' && hasDirective(shape, 'key');
}

/**
 * The owner of a type. Several extensions may define it by Federation 2. Then it is the one whose key fields are not
 * @external, or else the one with the most fields.
 */
export function ownerOf(parts: readonly TypePart[]): ExtensionId | undefined {
  return ownersOf(parts)[0]?.extension;
}

/** The possible owners, the likeliest first. */
function ownersOf(parts: readonly TypePart[]): readonly TypePart[] {
  if (rootTypes.has(parts[0]?.shape.name.value ?? '')) return [];
  const all = parts.filter((part) => part.defines && !part.isInterfaceObject);
  const keyed = all.filter(({ shape }) => hasDirective(shape, 'key'));
  const definers = keyed.length > 0 ? keyed : all;
  const candidates = definers.filter((part) => !hasExternalKey(part.shape));
  return (candidates.length > 0 ? candidates : definers).toSorted(
    (a, b) => b.shape.fields.length - a.shape.fields.length,
  );
}

function hasExternalKey(shape: TypeShape): boolean {
  const [key] = directivesOf(shape, 'key');
  const selection = key === undefined ? undefined : fieldSetOf(key);
  const names = selection?.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : [])) ?? [];
  return shape.fields.some((field) => names.includes(field.name.value) && hasDirective(field, 'external'));
}
