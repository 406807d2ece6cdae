import { Kind } from 'graphql';
import type { Finding } from '../../base/findings/startup-error.ts';
import { collectTypes, placeOf } from '../../engine/compose/sdl/collect-types.ts';
import { selectedNames } from '../../engine/plan/field-sets.ts';
import { directivesOf, fieldSetOf, hasDirective } from '../../engine/subschema/federation.ts';
import type { Assembly } from '../../gateway/assemble.ts';
import { coreSchema } from '../../gateway/core-schema.ts';

/**
 * Reports non-null fields on objects of other extensions: their failure makes the whole object null. Root types
 * have no owner.
 */
export function lintSchema({
  manifests,
  composition,
}: Pick<Assembly, 'manifests' | 'composition'>): readonly Finding[] {
  const { types } = collectTypes(manifests, coreSchema);
  return [...types.values()].flat().flatMap(({ extension, shape }): readonly Finding[] => {
    const type = shape.name.value;
    const owner = composition.types.get(type)?.owner;
    if (extension === undefined || owner === undefined || owner === extension) return [];
    const keys = directivesOf(shape, 'key').flatMap((key) => selectedNames(fieldSetOf(key) ?? noFields));
    return shape.fields
      .filter((field) => field.type.kind === Kind.NON_NULL_TYPE && !hasDirective(field, 'external'))
      .filter(({ name }) => !keys.includes(name.value))
      .map((field) => ({
        code: 'LINT_NON_NULL_FIELD',
        severity: 'warning',
        where: placeOf(field.name),
        what: `"${type}.${field.name.value}" is non-null: when ${extension} fails, clients lose the whole ${type} of ${owner}`,
        fix: 'Remove the last "!", or say why it is meant: # stoa-allow LINT_NON_NULL_FIELD: ...',
      }));
  });
}

const noFields = { kind: Kind.SELECTION_SET, selections: [] } as const;
