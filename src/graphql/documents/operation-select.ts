import { type DocumentNode, type GraphQLFormattedError, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import { RequestError } from '../../base/request-error.ts';

/**
 * Why this operation cannot run; undefined when it can. Throws RequestError METHOD_NOT_ALLOWED 405 for an operation
 * other than a query over GET: links and images must not change data.
 */
export function refuseOperation(
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
