import { type GraphQLSchema, specifiedRules, validate } from 'graphql';
import type { Composition, ExtensionManifest, Finding } from 'stoa/tooling';
import { literalDocuments, type SourceModule } from '../source/index.ts';
import { warning } from './warning.ts';

/** The names of optional fields that no enabled extension gives. */
export function absentUses(
  { uses }: Pick<ExtensionManifest, 'uses'>,
  { internal }: Pick<Composition, 'internal'>,
): readonly RegExp[] {
  return uses.flatMap(({ field, isOptional = false }) =>
    isOptional && !internal.has(field) ? new RegExp(`\\b${field.split('.')[1]}\\b`) : [],
  );
}

/** Documents in the code that the schema refuses. Those with an optional field that is not there are right. */
export function invalidDocuments(
  module: SourceModule,
  schema: GraphQLSchema,
  absent: readonly RegExp[],
): readonly Finding[] {
  const fix = 'Correct it; or, when it is for another API, say so: // stoa-allow LINT_DOCUMENT_INVALID: ...';
  const documents = literalDocuments(module).filter(({ text }) => !absent.some((name) => name.test(text)));
  return documents.flatMap(({ document, offset }) =>
    validate(schema, document, specifiedRules).map(({ message, positions = [] }) =>
      warning(module, offset + (positions[0] ?? 0), {
        code: 'LINT_DOCUMENT_INVALID',
        what: message,
        fix,
      }),
    ),
  );
}
