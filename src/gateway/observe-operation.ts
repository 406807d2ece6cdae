import type { ServerResponse } from 'node:http';
import { type DocumentNode, getOperationAST } from 'graphql';
import { isFor } from '../telemetry/observed-response.ts';
import type { Gateway } from './gateway.ts';

/** Says that a response is for a query, mutation or subscription. */
export function observeOperation(
  { telemetry }: Pick<Gateway, 'telemetry'>,
  document: DocumentNode,
  { operationName, response }: { readonly operationName: string | undefined; readonly response: ServerResponse },
): void {
  const operation = getOperationAST(document, operationName);
  if (operation !== null && operation !== undefined) isFor(response, telemetry.graphql[operation.operation]);
}
