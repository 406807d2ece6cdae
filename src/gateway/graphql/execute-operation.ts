import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, Kind, parse } from 'graphql';
import { tiers } from '../../plan/operation-plan.ts';
import type { FoundPlan, PlanCache } from '../../plan/plan-cache.ts';
import { runPlan } from '../../plan/run-plan.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Operation } from '../gateway.ts';
import { OperationCalls } from '../operation-calls.ts';
import type { AnswerRun } from './answer-run.ts';
import { clientError } from './client-error.ts';
import { OperationRun, type StitchedParts } from './operation-run.ts';
import { ReplayRun } from './replay-run.ts';

export interface ExecutableParts extends StitchedParts {
  /** Undefined when everything is to be interpreted. */
  readonly plans: PlanCache | undefined;
}

/** Runs one operation: by its plan, or, where it has none, by graphql-js asking the subschemas. */
export async function executeOperation(
  schema: GraphQLSchema,
  parts: ExecutableParts,
  operation: Operation,
): Promise<ExecutionResult> {
  const calls = new OperationCalls(parts, operation.scope);
  try {
    const found = parts.plans?.find(operation);
    if (parts.telemetry !== undefined) countOperation(parts.telemetry, found);
    if (found?.kind !== 'plan') {
      const run = new OperationRun(parts, operation, calls);
      const result = await interpret(schema, operation, run);
      run.mask.close();
      return result;
    }
    const { scope, variables } = operation;
    const outcome = runPlan(found.plan, {
      variables: found.variables,
      rawVariables: variables ?? {},
      scope,
      contextOf: (extension) => calls.contextOf(extension),
      calls,
      onStep: parts.onSubschemaCall,
      telemetry: parts.telemetry,
    });
    const ended = outcome instanceof Promise ? await outcome : outcome;
    if (ended.kind === 'data') return { data: ended.data };
    if (parts.telemetry !== undefined) parts.telemetry.replayed++;
    const replay = new ReplayRun(ended.roots, operation, parts);
    const result = await interpret(schema, operation, replay);
    replay.logTheRest();
    replay.mask.close();
    return result;
  } finally {
    calls.end();
  }
}

function countOperation(telemetry: Telemetry, found: FoundPlan | undefined): void {
  if (found?.kind !== 'plan') telemetry.countInterpreted(found?.reason ?? 'no plans');
  else if (found.plan.tier === tiers.compiled) telemetry.operations.compiled++;
  else telemetry.operations.planned++;
}

async function interpret(schema: GraphQLSchema, operation: Operation, run: AnswerRun): Promise<ExecutionResult> {
  const result = await execute({
    schema,
    document: operation.text === undefined ? operation.document : parse(operation.text),
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: run,
  });
  const errors = [...new Set([...(result.errors ?? []), ...run.lost])].map((error) => answered(error, run));
  const data = result.data === undefined ? {} : { data: result.data };
  return errors.length === 0 ? data : { ...data, errors };
}

/** Errors of extensions have their code already; what is left are graphql-js's own, and bugs. */
function answered(error: GraphQLError, run: AnswerRun): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  // Without a path nothing has run yet: the client's variables or operation name are wrong.
  if (error.path === undefined) return withExtensions(error, { ...error.extensions, code: 'BAD_USER_INPUT' });
  const own = error.originalError === undefined || error.originalError instanceof GraphQLError;
  if (!own) return withNodes(run.mask.apply(error, undefined), error);
  // Points to an argument or variable rather than a field: its value is wrong.
  const code = error.nodes?.[0]?.kind === Kind.FIELD ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT';
  return withExtensions(error, { ...error.extensions, code });
}

function withNodes(masked: GraphQLError, { nodes }: GraphQLError): GraphQLError {
  return clientError(masked.message, {
    ...(nodes === undefined ? {} : { nodes }),
    ...(masked.path === undefined ? {} : { path: masked.path }),
    extensions: masked.extensions,
  });
}

function withExtensions(error: GraphQLError, extensions: Readonly<Record<string, unknown>>): GraphQLError {
  return withNodes(clientError(error.message, { path: error.path ?? null, extensions }), error);
}
