import { GraphQLError, parse } from 'graphql';
import { type Answer, documentBackEnd, type ExecutableSubschema, type Question } from '#engine';
import type { Context } from '#extension-api';
import { toPlainError } from '#placement';
import type { BackEnd } from '../../src/engine/plan/operation-plan.ts';
import { fromPlainError, type PlainError } from '../../src/placement/wire/plain-error.ts';

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
