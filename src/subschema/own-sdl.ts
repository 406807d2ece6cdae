import { getLocation, isTypeDefinitionNode, Kind } from 'graphql';
import type { Place } from '../base/startup-error.ts';
import type { SdlFile } from '../extensions/manifest.ts';
import { hasDirective } from './federation.ts';

/** `Type.field` of every field that an extension's own SDL resolves. */
export function writtenFields(sdl: readonly SdlFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const definition of sdl.flatMap(({ document }) => document.definitions)) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    for (const field of definition.fields ?? [])
      if (!hasDirective(field, 'external')) names.add(`${definition.name.value}.${field.name.value}`);
  }
  return names;
}

/** Where an extension defines a type. */
export function placeOfType(sdl: readonly SdlFile[], name: string): Place | undefined {
  for (const { file, document } of sdl) {
    const definition = document.definitions.find((node) => isTypeDefinitionNode(node) && node.name.value === name);
    if (definition?.loc !== undefined) return { file, ...getLocation(definition.loc.source, definition.loc.start) };
  }
  return undefined;
}
