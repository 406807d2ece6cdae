import type { GraphQLFormattedError } from 'graphql';
import { amountWith, type Variables } from './operation-cost.ts';
import type { ValidDocument } from './operation-documents.ts';

const none: Variables = Object.freeze({});

/** The cost of an operation with these variables. Without a name, the operation is the document's only one. */
export function costWith(
  { operations }: ValidDocument,
  operationName: string | undefined,
  variables: Variables = none,
): number {
  const measured = operationName === undefined ? operations.values().next().value : operations.get(operationName);
  return measured === undefined ? 0 : amountWith(measured.cost, variables);
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
