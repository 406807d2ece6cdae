import { hasDirective } from '../../subschema/federation.ts';
import type { CollectedTypes } from './collect-types.ts';

/** `Type`, `Type.field`, `Type.field.argument`, `Enum.VALUE` and `Input.field` of what clients do not see. */
export function inaccessibleNames({ types }: CollectedTypes): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { shape } of [...types.values()].flat()) {
    const type = shape.name.value;
    if (hasDirective(shape, 'inaccessible')) names.add(type);
    for (const node of [...shape.fields, ...shape.inputFields, ...shape.values])
      if (hasDirective(node, 'inaccessible')) names.add(`${type}.${node.name.value}`);
    for (const field of shape.fields)
      for (const argument of field.arguments ?? [])
        if (hasDirective(argument, 'inaccessible')) names.add(`${type}.${field.name.value}.${argument.name.value}`);
  }
  return names;
}
