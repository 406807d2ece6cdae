import { type DefinitionNode, isTypeDefinitionNode, Kind } from 'graphql';
import { didYouMean, directivesOf, discoverExtensions, namedTypeOf, readConfig } from 'stoa/tooling';
import { NewPartError, type OpenField } from './new-part.ts';

/** Finds a field of the shop to which others may add, by `Type.field`. Throws NewPartError. */
export async function findOpenField(name: string, file: string): Promise<OpenField> {
  const { config } = await readConfig(file, { environment: process.env });
  const { manifests } = config === undefined ? { manifests: [] } : await discoverExtensions(config);
  const definitions = manifests.flatMap(({ sdl }) => sdl.flatMap(({ document }) => document.definitions));
  const open = new Map(definitions.flatMap((node) => openFields(node, definitions)));
  const found = open.get(name);
  if (found !== undefined) return found;
  const fix = open.size === 0 ? 'Its owner writes @gather on a list.' : didYouMean(name, [...open.keys()]);
  throw new NewPartError(`no extension lets others add to "${name}"`, fix);
}

function openFields(node: DefinitionNode, all: readonly DefinitionNode[]): readonly (readonly [string, OpenField])[] {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
  const type = node.name.value;
  return (node.fields ?? []).flatMap((field) => {
    const isGathered = directivesOf(field, 'gather').length > 0;
    if (!isGathered && directivesOf(field, 'dispatch').length === 0) return [];
    const item = all.filter(isTypeDefinitionNode).find(({ name }) => name.value === namedTypeOf(field.type));
    return [[`${type}.${field.name.value}`, { type, field, item, isGathered }] as const];
  });
}
