import { GraphQLError, parse } from 'graphql';
import type { BackEnd } from '../../src/engine/plan/operation-plan.ts';
import { type Answer, documentBackEnd, type Question } from '../../src/engine/run/document-back-end.ts';
import type { ExecutableSubschema } from '../../src/engine/subschema/subschema.ts';
import type { Context } from '../../src/extension-api.ts';
import { fromPlainError, type PlainError, toPlainError } from '../../src/placement/plain-error.ts';

/** Asks an extension of this process by documents: what a placement elsewhere gets and does. All that crosses is JSON. */
export function askedByDocuments(subschema: ExecutableSubschema): BackEnd {
  return documentBackEnd((question, context: Context) => askWith(subschema, question, context));
}

export async function askWith({ execute }: ExecutableSubschema, question: Question, context: Context): Promise<Answer> {
  const { text, variables }: Question = JSON.parse(JSON.stringify(question));
  const { data, errors = [] } = await execute({ document: parse(text), variables, operationName: undefined, context });
  const plain = errors.map((error) => ({ error: toPlainError(causeOf(error)), path: error.path ?? [] }));
  const crossed: Crossed = JSON.parse(JSON.stringify({ data, errors: plain }));
  return {
    data: crossed.data,
    errors: crossed.errors.map(({ error, path }) => ({ error: fromPlainError(error), path })),
  };
}

interface Crossed {
  readonly data: Answer['data'];
  readonly errors: readonly { readonly error: PlainError; readonly path: readonly (string | number)[] }[];
}

/** What was thrown; an error of a document's has a path of its own, which is not the client's. */
function causeOf({ originalError, message, extensions }: GraphQLError): unknown {
  return originalError ?? new GraphQLError(message, { extensions });
}
