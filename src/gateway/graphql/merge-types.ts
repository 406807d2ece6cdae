import type { FieldDefinitionNode } from 'graphql';
import { hasDirective } from '../../subschema/federation.ts';
import type { CollectedTypes, TypePart } from './collect-types.ts';
import { mergeShapes, type TypeShape } from './type-shape.ts';

/** One shape for each type: what all extensions say of it together. */
export function mergeTypes({ types }: CollectedTypes): ReadonlyMap<string, TypeShape> {
  const merged = new Map<string, TypeShape>();
  for (const [name, parts] of types) {
    const definer = parts.find((part) => part.defines) ?? parts[0];
    if (definer === undefined) continue;
    const alike = parts.filter((part) => part.shape.kind === definer.shape.kind);
    const resolved = new Set(
      alike.flatMap((part) => part.shape.fields.filter((field) => !isExternal(part, field)).map(nameOf)),
    );
    const [first, ...others] = [definer, ...alike.filter((part) => part !== definer)].map((part) => ({
      ...part.shape,
      fields: part.shape.fields.filter((field) => !isExternal(part, field) || !resolved.has(nameOf(field))),
    }));
    if (first !== undefined) merged.set(name, mergeShapes(first, others));
  }
  return merged;
}

function isExternal(part: TypePart, field: FieldDefinitionNode): boolean {
  return hasDirective(field, 'external') || hasDirective(part.shape, 'external');
}

function nameOf(field: FieldDefinitionNode): string {
  return field.name.value;
}
