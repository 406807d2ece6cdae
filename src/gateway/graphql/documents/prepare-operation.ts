import { type DocumentNode, type GraphQLFormattedError, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import { isPromise, RequestError } from '#base';
import { type FoundText, findText } from './document-texts.ts';
import type { GraphqlGateway } from './graphql-gateway.ts';
import type { GraphqlParams } from './graphql-params.ts';
import { costWith } from './operation-cost.ts';

/** An operation that may run, or the errors that refuse it. */
export type PreparedOperation =
  | { readonly kind: 'ready'; readonly document: DocumentNode; readonly text: string }
  | { readonly kind: 'refused'; readonly errors: readonly GraphQLFormattedError[] };

/**
 * Finds the text of a request, prepares its document, and selects the operation and its cost. A promise only when
 * other processes may have the text. Throws RequestError METHOD_NOT_ALLOWED 405, or rejects with it.
 */
export function prepareOperation(
  gateway: GraphqlGateway,
  params: GraphqlParams,
  method: string | undefined,
): PreparedOperation | Promise<PreparedOperation> {
  const text = findText(gateway.texts, params);
  return isPromise(text)
    ? text.then((found) => prepareText(gateway, { text: found, params }, method))
    : prepareText(gateway, { text, params }, method);
}

function prepareText(
  { documents, config }: GraphqlGateway,
  { text, params }: { readonly text: FoundText; readonly params: GraphqlParams },
  method: string | undefined,
): PreparedOperation {
  if (typeof text !== 'string') return { kind: 'refused', errors: [text] };
  const prepared = documents.prepare(text);
  if (prepared.kind === 'invalid') return { kind: 'refused', errors: prepared.errors };
  const { operationName, variables } = params;
  let refusal = refuseOperation(prepared.document, operationName, method);
  if (refusal === undefined && prepared.mayExceedCost)
    refusal = refuseCost(costWith(prepared, operationName, variables), config.graphql.limits.cost);
  return refusal === undefined
    ? { kind: 'ready', document: prepared.document, text }
    : { kind: 'refused', errors: [refusal] };
}

/**
 * Why this operation cannot run; undefined when it can. Throws RequestError METHOD_NOT_ALLOWED 405 for an operation
 * other than a query over GET: links and images must not change data.
 */
function refuseOperation(
  document: DocumentNode,
  operationName: string | undefined,
  method: string | undefined,
): GraphQLFormattedError | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return { message: explain(document, operationName), extensions: { code: resolutionFailure } };
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    return { message: 'Subscriptions are not served here.', extensions: { code: resolutionFailure } };
  }
  if (method !== 'POST' && operation.operation !== OperationTypeNode.QUERY) {
    throw new RequestError('METHOD_NOT_ALLOWED', 405, 'Only queries may be sent with GET; send mutations with POST.', {
      allow: 'POST',
    });
  }
  return undefined;
}

const resolutionFailure = 'OPERATION_RESOLUTION_FAILURE';

function explain(document: DocumentNode, operationName: string | undefined): string {
  if (operationName !== undefined) return `The document has no operation named "${operationName}".`;
  const count = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  return count === 0
    ? 'The document has no operation.'
    : 'The document has several operations: name one with "operationName".';
}

/** The error for a cost above the limit; undefined below it. */
export function refuseCost(cost: number, limit: number): GraphQLFormattedError | undefined {
  // Written this way so that NaN is refused.
  if (cost <= limit) return undefined;
  const shown = Math.min(Math.ceil(cost), Number.MAX_SAFE_INTEGER) || Number.MAX_SAFE_INTEGER;
  return {
    message: `The operation costs ${shown}; the limit is ${limit}. Ask for fewer items, or in several requests.`,
    extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', cost: shown, limit },
  };
}
