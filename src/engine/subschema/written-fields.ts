import { getLocation, isTypeDefinitionNode, Kind, type TypeNode } from 'graphql';
import type { Place } from '#base';
import type { SdlFile } from './composition.ts';
import { hasDirective } from './federation.ts';

/** A field that an extension's own SDL resolves. */
export interface WrittenField {
  readonly type: string;
  readonly field: string;
  /** The name of its type, without lists and non-null. */
  readonly returns: string;
  readonly where: Place;
}

/** By `Type.field`. Includes `@external` fields only on request. */
export function writtenFields(
  sdl: readonly SdlFile[],
  { external = false }: { readonly external?: boolean } = {},
): ReadonlyMap<string, WrittenField> {
  const fields = new Map<string, WrittenField>();
  for (const { file, document } of sdl) {
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
      for (const node of definition.fields ?? []) {
        if (!external && hasDirective(node, 'external')) continue;
        const [type, field] = [definition.name.value, node.name.value];
        const place = node.loc === undefined ? {} : getLocation(node.loc.source, node.loc.start);
        fields.set(`${type}.${field}`, { type, field, returns: namedTypeOf(node.type), where: { file, ...place } });
      }
    }
  }
  return fields;
}

/** Where an extension defines a type. */
export function placeOfType(sdl: readonly SdlFile[], name: string): Place | undefined {
  for (const { file, document } of sdl) {
    const definition = document.definitions.find((node) => isTypeDefinitionNode(node) && node.name.value === name);
    if (definition?.loc !== undefined) return { file, ...getLocation(definition.loc.source, definition.loc.start) };
  }
  return undefined;
}

/** The name of a type, without lists and non-null. */
export function namedTypeOf(node: TypeNode): string {
  return 'name' in node ? node.name.value : namedTypeOf(node.type);
}
