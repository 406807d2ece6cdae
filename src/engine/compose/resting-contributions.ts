import { type DefinitionNode, Kind } from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { ExtensionSdl, SdlFile } from '../subschema/composition.ts';
import { hasDirective } from '../subschema/federation.ts';
import type { TypeOwner } from './checks/check-types.ts';
import { placeOf, rootTypes } from './sdl/collect-types.ts';

/** By type, and by `Type.field`: extensions that are not enabled. */
export type DisabledOwners = ReadonlyMap<string, TypeOwner>;

/** Leaves out what is contributed to extensions that are not enabled, with what it needs of them, and says so. */
export function withoutResting(
  manifests: readonly ExtensionSdl[],
  disabled: DisabledOwners,
): { readonly manifests: readonly ExtensionSdl[]; readonly findings: readonly Finding[] } {
  if (disabled.size === 0) return { manifests, findings: [] };
  const definitions = manifests.flatMap(({ sdl }) => sdl.flatMap(({ document }) => document.definitions));
  const open = new Set(definitions.flatMap(openFields));
  const types = new Set(definitions.flatMap((node) => ('name' in node && !isExtension(node) ? node.name?.value : [])));
  const findings: Finding[] = [];
  const rested = manifests.map((manifest) => {
    const found = manifest.sdl.flatMap(({ document }) => document.definitions.flatMap(contributedFields));
    const resting = new Map(
      found.flatMap(({ coordinate, node }) => {
        const owner = open.has(coordinate) ? undefined : disabled.get(coordinate);
        if (owner !== undefined) findings.push(restingFinding(coordinate, owner, placeOf(node)));
        return owner === undefined ? [] : [[coordinate, owner.id] as const];
      }),
    );
    if (resting.size === 0) return manifest;
    const owners = new Set(resting.values());
    const isAway = (type: string): boolean => {
      const owner = types.has(type) ? undefined : disabled.get(type);
      return owner !== undefined && owners.has(owner.id);
    };
    const sdl = manifest.sdl.map((file) => withoutFields(file, (coordinate) => resting.has(coordinate), isAway));
    return { ...manifest, sdl };
  });
  return { manifests: rested, findings };
}

/** `Type.field` of the fields that others may contribute to. */
function openFields(node: DefinitionNode): readonly string[] {
  return fieldsOf(node).flatMap(({ coordinate, node: field }) =>
    hasDirective(field, 'gather') || hasDirective(field, 'dispatch') ? [coordinate] : [],
  );
}

function contributedFields(node: DefinitionNode): ReturnType<typeof fieldsOf> {
  return fieldsOf(node).filter(({ node: field }) => hasDirective(field, 'contribute'));
}

function fieldsOf(node: DefinitionNode) {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
  return (node.fields ?? []).map((field) => ({ coordinate: `${node.name.value}.${field.name.value}`, node: field }));
}

function isExtension({ kind }: DefinitionNode): boolean {
  return kind.endsWith('Extension');
}

function withoutFields(
  { file, document }: SdlFile,
  rests: (coordinate: string) => boolean,
  isAway: (type: string) => boolean,
): SdlFile {
  const definitions = document.definitions.flatMap((node): readonly DefinitionNode[] => {
    if ('types' in node) return isExtension(node) && isAway(node.name.value) ? [] : [node];
    if (!('interfaces' in node)) return [node];
    const interfaces = node.interfaces?.filter(({ name }) => !isAway(name.value)) ?? [];
    const fields = node.fields?.filter(({ name }) => !rests(`${node.name.value}.${name.value}`)) ?? [];
    const isEmpty = fields.length === 0 && (node.fields?.length ?? 0) > 0;
    const canGo = isExtension(node) || rootTypes.has(node.name.value);
    return isEmpty && canGo ? [] : [{ ...node, interfaces, fields }];
  });
  return { file, document: { ...document, definitions } };
}

function restingFinding(coordinate: string, { id, declaredAt }: TypeOwner, where: Finding['where']): Finding {
  return {
    ...errorFinding('CONTRIBUTION_RESTS', {
      where,
      what: `contributes to "${coordinate}" of the extension "${id}", which is not enabled, so this part is left out`,
      fix: `Enable "${id}" in gateway.yaml, or leave it: the part is there when ${id} is.`,
      related: [declaredAt],
    }),
    severity: 'warning',
  };
}
