import type { DocumentNode, GraphQLFormattedError } from 'graphql';
import { findText } from './document-texts.ts';
import type { GraphqlGateway } from './graphql-gateway.ts';
import type { GraphqlParams } from './graphql-params.ts';
import type { ValidDocument } from './operation-documents.ts';
import { refuseOperation } from './operation-select.ts';
import { costWith, refuseCost } from './refuse-cost.ts';

/** An operation that may run, or the errors that refuse it. */
export type PreparedOperation =
  | { readonly kind: 'ready'; readonly document: DocumentNode; readonly text: string; readonly prepared: ValidDocument }
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLFormattedError[] };

/**
 * Prepares the document of a text, and selects the operation and its cost. Throws RequestError METHOD_NOT_ALLOWED
 * 405.
 */
export function prepareOperation(
  { texts, documents, config }: GraphqlGateway,
  params: GraphqlParams,
  method: string | undefined,
): PreparedOperation {
  const text = findText(texts, params);
  if (typeof text !== 'string') return { kind: 'refused', errors: [text] };
  const prepared = documents.prepare(text);
  if (prepared.kind === 'invalid') return { kind: 'refused', errors: prepared.errors };
  const { operationName, variables } = params;
  let refusal = refuseOperation(prepared.document, operationName, method);
  if (refusal === undefined && prepared.mayBeTooDear)
    refusal = refuseCost(costWith(prepared, operationName, variables), config.graphql.limits.cost);
  return refusal === undefined
    ? { kind: 'ready', document: prepared.document, text, prepared }
    : { kind: 'refused', errors: [refusal] };
}
