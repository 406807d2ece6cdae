import { type GraphQLSchema, isAbstractType } from 'graphql';
import { errorFinding, type Finding, placeOfKey } from '#base';
import type { Composition, ExtensionSdl } from './composition.ts';
import { type DescribedResolvers, hasResolver } from './describe-resolvers.ts';
import { draftSubschema } from './draft-subschema.ts';
import { type WrittenField, writtenFields } from './written-fields.ts';

/** Finds root fields, and fields of others' entities, that have no resolver. The resolvers must fit the SDL. */
export function missingResolvers(
  manifest: ExtensionSdl,
  composition: Composition,
  described: readonly DescribedResolvers[],
): readonly Finding[] {
  return neededFields(manifest, composition, described).map((lost) => finding(lost, described));
}

/** The schema of an extension's own SDL, undefined without SDL; and its fields that need a resolver. */
export function describeSubschema(
  manifest: ExtensionSdl,
  composition: Composition,
): { readonly schema: GraphQLSchema | undefined; readonly needed: readonly WrittenField[] } {
  const { schema } = draftSubschema({ manifest, composition, described: [] });
  return { schema, needed: neededFields(manifest, composition, []) };
}

/** The fields of the extension that need a resolver, and are not among the described ones. */
function neededFields(
  manifest: ExtensionSdl,
  composition: Composition,
  described: readonly DescribedResolvers[],
): readonly WrittenField[] {
  const written = [...writtenFields(manifest.sdl).values()];
  const isLost = ({ type, field }: WrittenField): boolean => {
    const composed = composition.types.get(type);
    if (hasResolver(described, type, field) || !composed?.fields.get(field)?.sources.includes(manifest.id))
      return false;
    if (type === 'Query' || type === 'Mutation') return true;
    const keys = composed.keys.get(manifest.id) ?? [];
    const isKey = keys.some(({ selections }) => selections.some((node) => 'name' in node && node.name.value === field));
    const isOthers = composed.owner !== undefined && composed.owner !== manifest.id && keys.length > 0;
    return isOthers && !isKey && !hasResolver(described, type, '__resolveReference') && !isHandedOut(type);
  };
  // An extension that returns such objects may have set the field's value itself.
  const isHandedOut = (type: string): boolean =>
    written.some((one) => {
      const returned = composition.schema.getType(one.returns);
      return one.returns === type || isAbstractType(returned);
    });
  return written.filter(isLost);
}

function finding({ type, field, where }: WrittenField, described: readonly DescribedResolvers[]): Finding {
  return errorFinding('RESOLVER_MISSING', {
    where,
    what: `"${type}.${field}" has no resolver, so it would always be null`,
    fix: `Write ${type}: { ${field}: (parent, args, context) => ... } in a file graphql/*.resolvers.ts.`,
    related: described.map(({ file }) => placeOfKey(file, [type])),
  });
}
