import { type DocumentNode, Kind } from 'graphql';
import type { ExtensionId } from '../../base/ids.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';
import type { Subgraph } from '../../subschema/composition.ts';
import { directivesOf, federationLink, fieldSetOf, hasDirective } from '../../subschema/federation.ts';
import { type CollectedTypes, rootTypes, type TypePart } from './collect-types.ts';
import { SubgraphTypes } from './subgraph-types.ts';
import { definitionOf, type TypeShape } from './type-shape.ts';

export interface BuiltSubgraph extends Subgraph {
  readonly shapes: ReadonlyMap<string, TypeShape>;
}

/** Completes each extension's SDL to a Federation subgraph: keys, their fields, and the types it only refers to. */
export function buildSubgraphs(
  manifests: readonly ExtensionManifest[],
  collected: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
): ReadonlyMap<ExtensionId, BuiltSubgraph> {
  const withSdl = manifests.filter((manifest) => manifest.sdl.length > 0);
  const parts = Map.groupBy([...collected.types.values()].flat(), ({ extension }) => extension);
  return new Map(withSdl.map(({ id }) => [id, buildSubgraph(parts.get(id) ?? [], collected, merged)]));
}

function buildSubgraph(
  own: readonly TypePart[],
  collected: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
): BuiltSubgraph {
  const types = new SubgraphTypes(merged);
  for (const part of own) types.addOwn(part.shape);
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
    const owner = isEntity(merged.get(name.value)) ? ownerOf(collected.types.get(name.value) ?? []) : undefined;
    return owner !== undefined && owner === extension ? [name.value] : [];
  });
  return { document, shapes: types.shapes, types: new Set(types.shapes.keys()), ownedEntities };
}

function isEntity(shape: TypeShape | undefined): boolean {
  return shape?.kind === 'object' && hasDirective(shape, 'key');
}

/**
 * Who owns a type. Several extensions may write `type T @key(...)` as Federation 2 has it: then it is the one whose key
 * fields are not @external, or failing that the one that says most.
 */
export function ownerOf(parts: readonly TypePart[]): ExtensionId | undefined {
  const definers = parts.filter((part) => part.defines);
  if (rootTypes.has(parts[0]?.shape.name.value ?? '')) return undefined;
  const candidates = definers.filter((part) => !hasExternalKey(part.shape));
  const [owner] = (candidates.length > 0 ? candidates : definers).toSorted(
    (a, b) => b.shape.fields.length - a.shape.fields.length,
  );
  return owner?.extension;
}

function hasExternalKey(shape: TypeShape): boolean {
  const [key] = directivesOf(shape, 'key');
  const selection = key === undefined ? undefined : fieldSetOf(key);
  const names = selection?.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : [])) ?? [];
  return shape.fields.some((field) => names.includes(field.name.value) && hasDirective(field, 'external'));
}
