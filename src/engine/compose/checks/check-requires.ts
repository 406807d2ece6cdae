import { errorFinding, type Finding } from '#base';
import type { Composition } from '../../subschema/composition.ts';
import { type CollectedTypes, placeOf } from '../sdl/collect-types.ts';
import { selectionsOf, usedFields } from './check-uses.ts';

/** Fields that can only be fetched after themselves: their `@requires` lead back to them. */
export function checkRequires(composition: Composition, collected: CollectedTypes): readonly Finding[] {
  const { schema, types } = composition;
  // By field: what each extension that has it needs first.
  const needed = new Map<string, readonly (readonly string[])[]>();
  for (const { name: type, fields } of types.values())
    for (const [field, { sources, requires }] of fields) {
      if (requires.size === 0) continue;
      const of = sources.map((source) =>
        selectionsOf(source, { type, field }, composition, 'requires').flatMap(([parent, selection]) => [
          ...usedFields(selection, schema, schema.getType(parent)).keys(),
        ]),
      );
      needed.set(`${type}.${field}`, of);
    }
  for (let size = -1; size !== needed.size; ) {
    size = needed.size;
    for (const [name, of] of needed)
      if (of.some((names) => names.every((one) => !needed.has(one)))) needed.delete(name);
  }
  return [...needed].flatMap(([name, of]) => {
    const [type = '', field] = name.split('.');
    const fields = (collected.types.get(type) ?? []).flatMap(({ shape }) => shape.fields);
    const node = fields.find((one) => one.name.value === field && one.directives?.some(isRequires));
    const others = new Set(of.flat().filter((one) => needed.has(one)));
    return errorFinding('FIELD_UNREACHABLE', {
      where: node === undefined ? { file: 'the stitched schema' } : placeOf(node.name),
      what: `"${name}" requires ${[...others].map((one) => `"${one}"`).join(' and ')}, which in turn cannot be fetched without it`,
      fix: 'Take one of these fields out of @requires.',
    });
  });
}

function isRequires({ name }: { readonly name: { readonly value: string } }): boolean {
  return name.value === 'requires';
}
