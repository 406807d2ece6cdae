import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, Kind, parse } from 'graphql';
import { type ExtensionId, isPromise } from '#base';
import type { EngineObserver } from './plan/engine-observer.ts';
import { tiers } from './plan/operation-plan.ts';
import { type AnswerParts, type AnswerRun, SchemaRun } from './replay/answer-run.ts';
import { clientError, type ErrorMask } from './replay/mask-and-log-errors.ts';
import { ReplayRun } from './replay/replay-run.ts';
import type { EngineCalls, EngineOperation, EngineScope } from './run/engine-operation.ts';
import type { FoundPlan, PlanCache } from './run/plan-cache.ts';
import { type PlanOutcome, runPlan } from './run/run-plan.ts';

/** What all operations on one engine share. */
export interface ExecutableParts<Scope extends EngineScope> extends AnswerParts {
  readonly plans: PlanCache;
  /** Begins the extensions' calls of one operation: their contexts and time limits. */
  readonly begin: (scope: Scope) => EngineCalls;
  /** Called before each call of an extension; for tests. */
  readonly onSubschemaCall?: ((extension: ExtensionId) => void) | undefined;
}

/** Runs one operation by its plan. Returns the result at once if it can. graphql-js answers what needs no extension. */
export function executeOperation<Scope extends EngineScope>(
  schema: GraphQLSchema,
  parts: ExecutableParts<Scope>,
  operation: EngineOperation<Scope>,
): ExecutionResult | Promise<ExecutionResult> {
  const found = parts.plans.find(operation);
  if (parts.observe !== undefined) countOperation(parts.observe, found);
  switch (found.kind) {
    case 'refuse': {
      const { message, code } = found.refused;
      return { errors: [clientError(message, { extensions: { code } })] };
    }
    case 'without':
      return complete(schema, operation, new SchemaRun(operation.scope, parts));
    case 'plan':
      return executePlan(schema, parts, { operation, found });
  }
}

interface PlannedOperation<Scope> {
  readonly operation: EngineOperation<Scope>;
  readonly found: Extract<FoundPlan, { kind: 'plan' }>;
}

function executePlan<Scope extends EngineScope>(
  schema: GraphQLSchema,
  parts: ExecutableParts<Scope>,
  { operation, found }: PlannedOperation<Scope>,
): ExecutionResult | Promise<ExecutionResult> {
  const calls = parts.begin(operation.scope);
  try {
    const gone = runPlan(found.plan, {
      variables: found.variables,
      rawVariables: operation.variables ?? {},
      scope: operation.scope,
      calls,
      onStep: parts.onSubschemaCall,
      tracing: parts.observe?.tracing,
    });
    if (isPromise(gone) || gone.kind !== 'data') return replay(schema, parts, { operation, calls, gone });
    calls.end?.();
    return { data: gone.data };
  } catch (error) {
    calls.end?.();
    throw error;
  }
}

interface GonePlan {
  readonly operation: EngineOperation;
  readonly calls: EngineCalls;
  readonly gone: PlanOutcome | Promise<PlanOutcome>;
}

/** Waits for a plan's outcome, and completes the answer with graphql-js if it needs a replay. */
async function replay(
  schema: GraphQLSchema,
  parts: AnswerParts,
  { operation, calls, gone }: GonePlan,
): Promise<ExecutionResult> {
  try {
    const outcome = await gone;
    if (outcome.kind === 'data') return { data: outcome.data };
    parts.observe?.replayed?.();
    const run = new ReplayRun(outcome.roots, operation.scope, parts);
    const result = await complete(schema, operation, run);
    run.logTheRest();
    run.mask.close();
    return result;
  } finally {
    calls.end?.();
  }
}

function countOperation(observe: EngineObserver, found: FoundPlan): void {
  if (found.kind === 'plan') observe.began?.(found.plan.tier === tiers.compiled ? 'compiled' : 'planned');
  else if (found.kind === 'without' && found.reason === 'introspection') observe.began?.('introspection');
}

/** graphql-js completes the answer from a run. */
async function complete(schema: GraphQLSchema, operation: EngineOperation, run: AnswerRun): Promise<ExecutionResult> {
  const result = await execute({
    schema,
    document: operation.text === undefined ? operation.document : parse(operation.text),
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: run,
  });
  run.addLost();
  const errors = [...new Set([...(result.errors ?? []), ...run.lost])].map((error) => answered(error, run.mask));
  const data = result.data === undefined ? {} : { data: result.data };
  return errors.length === 0 ? data : { ...data, errors };
}

/** Adds a code to errors without one. Those are graphql-js's own errors, and bugs. */
export function answered(error: GraphQLError, mask: ErrorMask): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  // Without a path nothing has run: the client's variables or operation name are wrong.
  if (error.path === undefined) return withExtensions(error, { ...error.extensions, code: 'BAD_USER_INPUT' });
  const own = error.originalError === undefined || error.originalError instanceof GraphQLError;
  if (!own) return withNodes(mask.apply(error, undefined), error);
  // An error at an argument or variable means that the client's value is wrong.
  const code = error.nodes?.[0]?.kind === Kind.FIELD ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT';
  return withExtensions(error, { ...error.extensions, code });
}

function withNodes(masked: GraphQLError, { nodes }: GraphQLError): GraphQLError {
  const { message, path = null, extensions } = masked;
  return clientError(message, { nodes: nodes ?? null, path, extensions });
}

function withExtensions(error: GraphQLError, extensions: Readonly<Record<string, unknown>>): GraphQLError {
  return withNodes(clientError(error.message, { path: error.path ?? null, extensions }), error);
}
