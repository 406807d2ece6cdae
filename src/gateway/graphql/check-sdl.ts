import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLError,
  Kind,
  KnownTypeNamesRule,
  validateSchema,
} from 'graphql';
import { specifiedSDLRules } from 'graphql/validation/specifiedRules.js';
import { validateSDL } from 'graphql/validation/validate.js';
import { errorFinding, type Finding } from '../../base/startup-error.ts';
import { federationDirectives } from '../../subschema/federation.ts';
import { type CollectedTypes, placeOf } from './collect-types.ts';
import { definitionOf, type TypeShape } from './type-shape.ts';

/** Types that nobody defines are reported by checkTypes, with the nearest name. */
const rules = specifiedSDLRules.filter((rule) => rule !== KnownTypeNamesRule);

/** The rules of the GraphQL specification, for all extensions' types together. */
export function checkSdl(
  { directives }: CollectedTypes,
  merged: ReadonlyMap<string, TypeShape>,
  unknownTypes: ReadonlySet<string>,
): readonly Finding[] {
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      ...federationDirectives.definitions,
      ...directives.values(),
      ...[...merged.values()].map(definitionOf),
      ...[...unknownTypes].map((name) => ({
        kind: Kind.SCALAR_TYPE_DEFINITION as const,
        name: { kind: Kind.NAME as const, value: name },
      })),
    ],
  };
  const errors = validateSDL(document, null, rules);
  if (errors.length > 0) return errors.map(findingOf);
  return validateSchema(buildASTSchema(document, { assumeValidSDL: true })).map(findingOf);
}

function findingOf(error: GraphQLError): Finding {
  const [first, ...related] = (error.nodes ?? []).filter((node) => node.loc !== undefined).map(placeOf);
  return errorFinding('SCHEMA_INVALID', {
    where: first ?? { file: 'the stitched schema' },
    what: error.message,
    ...(related.length === 0 ? {} : { related }),
  });
}
