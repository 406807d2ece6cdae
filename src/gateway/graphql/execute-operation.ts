import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, Kind, parse } from 'graphql';
import { isPromise } from '../../base/is-promise.ts';
import { tiers } from '../../plan/operation-plan.ts';
import type { FoundPlan, PlanCache } from '../../plan/plan-cache.ts';
import { type PlanOutcome, runPlan } from '../../plan/run-plan.ts';
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

/**
 * Runs one operation: by its plan, or, where it has none, by graphql-js asking the subschemas. Where no extension has to be waited
 * for, nothing else has to be: then the result is there at once.
 */
export function executeOperation(
  schema: GraphQLSchema,
  parts: ExecutableParts,
  operation: Operation,
): ExecutionResult | Promise<ExecutionResult> {
  const calls = new OperationCalls(parts, operation.scope);
  try {
    const found = parts.plans?.find(operation);
    if (parts.telemetry !== undefined) countOperation(parts.telemetry, found);
    if (found?.kind === 'refuse') {
      calls.end();
      return { errors: [clientError(found.message, { extensions: { code: 'UNREACHABLE' } })] };
    }
    const gone = found?.kind === 'plan' ? runFound(parts, found, { operation, calls }) : undefined;
    if (gone === undefined || isPromise(gone) || gone.kind !== 'data')
      return complete(schema, parts, { operation, calls, gone });
    calls.end();
    return { data: gone.data };
  } catch (error) {
    calls.end();
    throw error;
  }
}

interface Run {
  readonly operation: Operation;
  readonly calls: OperationCalls;
}

function runFound(
  { onSubschemaCall, telemetry }: ExecutableParts,
  { plan, variables }: Extract<FoundPlan, { kind: 'plan' }>,
  { operation, calls }: Run,
): PlanOutcome | Promise<PlanOutcome> {
  return runPlan(plan, {
    variables,
    rawVariables: operation.variables ?? {},
    scope: operation.scope,
    calls,
    onStep: onSubschemaCall,
    tracing: telemetry?.tracing,
  });
}

/** What has to be waited for, is odd, or has no plan (`gone` is undefined). */
async function complete(
  schema: GraphQLSchema,
  parts: ExecutableParts,
  { operation, calls, gone }: Run & { readonly gone: PlanOutcome | Promise<PlanOutcome> | undefined },
): Promise<ExecutionResult> {
  try {
    const outcome = await gone;
    if (outcome?.kind === 'data') return { data: outcome.data };
    const run =
      outcome === undefined
        ? new OperationRun(parts, operation, calls)
        : new ReplayRun(outcome.roots, operation, parts);
    if (outcome !== undefined && parts.telemetry !== undefined) parts.telemetry.replayed++;
    const result = await interpret(schema, operation, run);
    if (run instanceof ReplayRun) run.logTheRest();
    run.mask.close();
    return result;
  } finally {
    calls.end();
  }
}

function countOperation(telemetry: Telemetry, found: FoundPlan | undefined): void {
  if (found?.kind === 'refuse') return;
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
