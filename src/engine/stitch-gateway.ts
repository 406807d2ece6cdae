import type { ExecutionResult, GraphQLFieldResolver } from 'graphql';
import { MemoizeLast } from '#base';
import { type ShopSchemas, shopSchemas } from './compose/public-schema.ts';
import { type ExecutableParts, executeOperation } from './execute-operation.ts';
import { FieldRoutes } from './plan/field-routes.ts';
import type { BackEnd, OwnField } from './plan/operation-plan.ts';
import type { PlanParts } from './plan/plan-parts.ts';
import type { AnswerRun } from './replay/answer-run.ts';
import type { EngineLogger, EngineOperation, EngineScope } from './run/engine-operation.ts';
import { PlanCache, type PlanCacheOptions } from './run/plan-cache.ts';
import { resolverBackEnd } from './run/resolve-references.ts';
import type { Composition } from './subschema/composition.ts';
import { lazilyRelaxed } from './subschema/relaxed-schema.ts';
import { type RefuseField, refuseAll } from './subschema/resolver.ts';
import type { Subschema } from './subschema/subschema.ts';

/** What the engine calls while it runs operations. */
export interface EngineCallbacks<Scope extends EngineScope> extends Pick<ExecutableParts<Scope>, 'begin' | 'observe'> {
  /** Why a caller may not have a guarded field. Left out, no caller may have one. */
  readonly refuse?: RefuseField | undefined;
  /** Fields of Query and Mutation that belong to no extension, by name. */
  readonly ownFields?: ReadonlyMap<string, OwnField> | undefined;
  /** Used for operations whose scope has no logger. */
  readonly logger?: EngineLogger | undefined;
  /** Gives an error of an extension the words of the request's locale. */
  readonly inWords?: ExecutableParts<Scope>['inWords'];
}

export interface StitchOptions<Scope extends EngineScope>
  extends EngineCallbacks<Scope>,
    PlanCacheOptions,
    Pick<ExecutableParts<Scope>, 'onSubschemaCall'> {
  readonly composition: Composition;
  readonly subschemas: readonly Subschema[];
  /** The previous gateway's schemas, used again if the composition and the extensions' own types are the same. */
  readonly schemas?: MemoizeLast<ShopSchemas> | undefined;
  /** Runs the steps of an extension. Left out, the extension's resolvers run in this process. */
  readonly backEndOf?: PlanParts['backEndOf'] | undefined;
}

export interface StitchedGateway<Scope extends EngineScope> extends ShopSchemas {
  readonly plans: PlanCache;
  /** Those of operations of extensions. Without an internal field, they are `plans`. */
  readonly innerPlans: PlanCache;
  /** Runs one operation of a client, validated with `schema`. */
  execute(operation: EngineOperation<Scope>): ExecutionResult | Promise<ExecutionResult>;
  /** The same with nullable outputs only: an error leaves a null at its own place. */
  executeLenient(operation: EngineOperation<Scope>): ExecutionResult | Promise<ExecutionResult>;
  /** Runs one operation of an extension, validated with `inner`. */
  executeInner(operation: EngineOperation<Scope>): ExecutionResult | Promise<ExecutionResult>;
}

/** Joins the extensions' subschemas to one schema, and runs operations on it. */
export function stitchGateway<Scope extends EngineScope>(options: StitchOptions<Scope>): StitchedGateway<Scope> {
  const { composition, subschemas, schemas = new MemoizeLast(), ownFields = new Map() } = options;
  const owned = subschemas.filter(({ ownTypes }) => ownTypes);
  const { schema, inner } = schemas.recall([composition, ...owned], () => shopSchemas(composition, subschemas));
  const planned: Omit<PlanParts, 'facts'> = {
    schema,
    composition,
    routes: new FieldRoutes(composition),
    subschemas: new Map(subschemas.map((subschema) => [subschema.extension, subschema])),
    backEndOf: options.backEndOf ?? inThisProcess,
    observe: options.observe,
    refuse: options.refuse ?? refuseAll,
    ownFields,
  };
  const plans = new PlanCache(planned, options);
  const parts: ExecutableParts<Scope> = { ...options, plans, ownFields, logger: options.logger ?? console };
  const innerPlans =
    inner === schema ? plans : new PlanCache({ ...planned, schema: inner }, { ...options, made: plans.made });
  const innerParts = { ...parts, plans: innerPlans };
  for (const type of [schema, inner].flatMap((each) => [each.getQueryType(), each.getMutationType()]))
    for (const name of ownFields.keys()) {
      const field = type?.getFields()[name];
      if (field !== undefined) field.resolve = resolveOwn;
    }
  const lenient = lazilyRelaxed(schema);
  return {
    schema,
    inner,
    plans,
    innerPlans,
    execute: (operation) => executeOperation(schema, parts, operation),
    executeLenient: (operation) => executeOperation(lenient(), parts, operation),
    executeInner: (operation) => executeOperation(inner, innerParts, operation),
  };
}

function inThisProcess({ extension, resolvers }: Subschema): BackEnd {
  if (resolvers === undefined) throw new Error(`${extension} has neither resolvers in this process nor a back end`);
  return resolverBackEnd;
}

// The schema outlives reloads, so it asks the run for the field.
const resolveOwn: GraphQLFieldResolver<unknown, AnswerRun> = (_parent, args, run, { fieldName }) =>
  run.own(fieldName, args);
