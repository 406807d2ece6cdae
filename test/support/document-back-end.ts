import { GraphQLError, parse } from 'graphql';
import type { Context } from '../../src/extension-api.ts';
import { type Answer, documentBackEnd, type Question } from '../../src/plan/document-back-end.ts';
import type { BackEnd } from '../../src/plan/operation-plan.ts';
import type { ExecutableSubschema } from '../../src/subschema/subschema.ts';

/** Asks an extension of this process by documents: what a placement elsewhere gets and does, without the wire. */
export function askedByDocuments(subschema: ExecutableSubschema): BackEnd {
  return documentBackEnd((question, context: Context) => askWith(subschema, question, context));
}

export async function askWith(
  { execute }: ExecutableSubschema,
  { text, variables }: Question,
  context: Context,
): Promise<Answer> {
  const { data, errors = [] } = await execute({ document: parse(text), variables, operationName: undefined, context });
  return { data, errors: errors.map((error) => ({ error: causeOf(error), path: error.path ?? [] })) };
}

/** What was thrown; an error of a document's has a path of its own, which is not the client's. */
function causeOf({ originalError, message, extensions }: GraphQLError): unknown {
  return originalError ?? new GraphQLError(message, { extensions });
}
