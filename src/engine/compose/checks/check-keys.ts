import type { ConstDirectiveNode } from 'graphql';
import { didYouMean, errorFinding, type Finding } from '#base';
import { argumentOf, directivesOf, fieldSetOf, hasDirective } from '../../subschema/federation.ts';
import { namedTypeOf } from '../../subschema/written-fields.ts';
import { type CollectedTypes, placeOf, rootTypes, type TypePart, typeOwnerLabel } from '../sdl/collect-types.ts';
import { fieldSetFault } from '../sdl/field-sets.ts';
import type { TypeShape } from '../sdl/type-shape.ts';

/** Types of several extensions have a key, and every key selects existing fields. */
export function checkKeys({ types }: CollectedTypes, merged: ReadonlyMap<string, TypeShape>): readonly Finding[] {
  return [...types.values()]
    .flat()
    .flatMap((part) => [
      ...extendedWithoutKey(part, types),
      ...referredWithoutKey(part, types),
      ...fieldSetFindings(part, merged),
    ]);
}

function definerOf(name: string, types: CollectedTypes['types']): TypePart | undefined {
  return types.get(name)?.find((part) => part.defines);
}

function extendedWithoutKey(part: TypePart, types: CollectedTypes['types']): readonly Finding[] {
  const name = part.shape.name.value;
  const owner = definerOf(name, types);
  if (part.shape.kind !== 'object' || part.defines || rootTypes.has(name)) return [];
  if (owner === undefined || owner.shape.kind !== 'object' || hasDirective(owner.shape, 'key')) return [];
  return [
    errorFinding('KEY_MISSING', {
      where: placeOf(part.nodes[0]?.name ?? part.shape.name),
      what: `extends "${name}", but its owner ${typeOwnerLabel(owner)} gives it no @key by which it could be found again`,
      fix:
        owner.extension === undefined
          ? 'Define a type of your own.'
          : `Write @key(fields: "...") on "type ${name}" in ${owner.extension}.`,
      related: [placeOf(owner.shape.name)],
    }),
  ];
}

/** An extension can refer to another's object only if a key leads back to its owner. */
function referredWithoutKey(part: TypePart, types: CollectedTypes['types']): readonly Finding[] {
  if (part.shape.kind !== 'object' && part.shape.kind !== 'interface') return [];
  return part.shape.fields.flatMap((field) => {
    const name = namedTypeOf(field.type);
    const owner = definerOf(name, types);
    if (owner === undefined || owner.shape.kind !== 'object' || owner.extension === undefined) return [];
    if (part.extension === undefined || hasDirective(field, 'external') || hasDirective(owner.shape, 'key')) return [];
    // What is contributed has all fields of a type without a key.
    if (hasDirective(field, 'contribute')) return [];
    const own = (types.get(name) ?? []).some(({ extension }) => extension === part.extension);
    if (own) return [];
    return [
      errorFinding('KEY_MISSING', {
        where: placeOf(field.type),
        what: `"${part.shape.name.value}.${field.name.value}" returns "${name}", but its owner ${owner.extension} gives it no @key`,
        fix: `Write @key(fields: "...") on "type ${name}" in ${owner.extension}, or return a type of your own.`,
        related: [placeOf(owner.shape.name)],
      }),
    ];
  });
}

function fieldSetFindings(part: TypePart, merged: ReadonlyMap<string, TypeShape>): readonly Finding[] {
  const own = merged.get(part.shape.name.value);
  if (own === undefined) return [];
  const keys = directivesOf(part.shape, 'key').flatMap((key) => fieldSetFinding(key, own, merged));
  const fields = part.shape.fields.flatMap((field) => [
    ...directivesOf(field, 'requires').flatMap((directive) => fieldSetFinding(directive, own, merged)),
    ...directivesOf(field, 'provides').flatMap((directive) => {
      const type = merged.get(namedTypeOf(field.type));
      return type === undefined ? [] : fieldSetFinding(directive, type, merged);
    }),
  ]);
  return [...keys, ...fields];
}

function fieldSetFinding(
  directive: ConstDirectiveNode,
  type: TypeShape,
  merged: ReadonlyMap<string, TypeShape>,
): readonly Finding[] {
  const selection = fieldSetOf(directive);
  const name = `@${directive.name.value}`;
  // `checkSdl` reports a missing argument.
  if (argumentOf(directive, 'fields') === undefined) return [];
  if (selection === undefined)
    return [
      errorFinding('KEY_INVALID', {
        where: placeOf(directive),
        what: `${name} of "${type.name.value}" has no readable list of fields`,
        fix: `Write it like ${name}(fields: "id") or ${name}(fields: "id owner { id }").`,
      }),
    ];
  const fault = fieldSetFault(selection, type, { types: merged, isKey: directive.name.value === 'key' });
  if (fault === undefined) return [];
  return [
    errorFinding('KEY_INVALID', {
      where: placeOf(directive),
      what: `${name} ${fault.what}`,
      fix:
        fault.name === undefined
          ? `Write names of fields, such as ${name}(fields: "id") or ${name}(fields: "id owner { id }").`
          : didYouMean(fault.name, fault.candidates ?? []),
      related: [placeOf(type.name)],
    }),
  ];
}
