import type { GraphQLFormattedError } from 'graphql';
import type { GraphqlLimits } from '#config';
import type { Caller } from '#extension-api';
import { openScope, type RequestScope } from '#http';
import { costWith, refuseCost } from './documents/check-cost.ts';
import { findText } from './documents/document-texts.ts';
import type { GraphqlGateway } from './documents/graphql-gateway.ts';
import type { GraphqlParams } from './documents/graphql-params.ts';
import type { ValidDocument } from './documents/operation-documents.ts';
import { type Extent, exceededLimits } from './documents/operation-limits.ts';
import { type PreparedOperation, prepareOperation } from './documents/prepare-operation.ts';
import { type AnswerTarget, sendAnswer, sendAnswers } from './graphql-http-answer.ts';
import { type GraphqlAnswer, toAnswer } from './operation-errors.ts';

export interface BatchExchange extends AnswerTarget {
  readonly caller: Caller;
}

/**
 * Answers a batch with a list of results in the same order, or with one refusal. The limits apply to the whole
 * request. Operations run one after the other, so each sees what earlier ones changed. Throws RequestError TIMEOUT
 * 504.
 */
export async function answerBatch(
  gateway: GraphqlGateway,
  batch: readonly GraphqlParams[],
  { caller, ...target }: BatchExchange,
): Promise<void> {
  const { server, graphql } = gateway.config;
  const entries: BatchEntry[] = [];
  for (const params of batch) {
    const text = await findText(gateway.texts, params);
    entries.push({ params, operation: prepareOperation(gateway, { text, params }, 'POST') });
  }
  const errors = beyond(entries, graphql.limits);
  if (errors.length > 0) return sendAnswer(target, { errors });
  const scope = openScope(gateway, caller, { ...target, timeoutMs: server.limits.timeoutMs });
  try {
    const answers: GraphqlAnswer[] = [];
    for (const entry of entries) answers.push(await scope.within(answerOf(gateway, entry, scope)));
    sendAnswers(target, answers);
  } finally {
    scope.close();
  }
}

interface BatchEntry {
  readonly params: GraphqlParams;
  readonly operation: PreparedOperation;
}

async function answerOf(
  gateway: GraphqlGateway,
  { params, operation }: BatchEntry,
  scope: RequestScope,
): Promise<GraphqlAnswer> {
  if (operation.kind === 'refused') return { errors: operation.errors };
  const { operationName, variables } = params;
  return toAnswer(
    gateway,
    await gateway.execute({ document: operation.document, text: operation.text, operationName, variables, scope }),
    scope,
  );
}

function beyond(entries: readonly BatchEntry[], limits: GraphqlLimits): readonly GraphQLFormattedError[] {
  let together = { depth: 0, aliases: 0, fields: 0, directives: 0 };
  let tokens = 0;
  let cost = 0;
  for (const { params, operation } of entries) {
    if (operation.kind === 'refused') continue;
    together = sum(together, extentIn(operation.prepared, params.operationName));
    tokens += operation.prepared.tokens;
    cost += costWith(operation.prepared, params.operationName, params.variables);
  }
  const messages = [...exceededLimits(together, limits)];
  if (tokens > limits.tokens) messages.push(`The operation has more than ${limits.tokens} tokens.`);
  const tooDear = refuseCost(cost, limits.cost);
  return [
    ...messages.map((message) => ({ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })),
    ...(tooDear === undefined ? [] : [tooDear]),
  ].map((error) => ({ ...error, message: aboutAll(error.message) }));
}

function aboutAll(message: string): string {
  return message
    .replace('The operation has', 'The operations have')
    .replace('The operation costs', 'The operations cost');
}

function extentIn({ operations }: ValidDocument, operationName: string | undefined): Extent | undefined {
  return (operationName === undefined ? operations.values().next().value : operations.get(operationName))?.extent;
}

function sum(a: Extent, b: Extent | undefined): Extent {
  if (b === undefined) return a;
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    fields: a.fields + b.fields,
    directives: a.directives + b.directives,
  };
}
