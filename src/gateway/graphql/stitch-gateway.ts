import type { ExecutionResult, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { isObject } from '../../base/is-object.ts';
import { Latest } from '../../base/latest.ts';
import { FieldRoutes } from '../../plan/field-routes.ts';
import type { BackEnd, OwnField } from '../../plan/operation-plan.ts';
import { PlanCache } from '../../plan/plan-cache.ts';
import type { PlanParts } from '../../plan/plan-parts.ts';
import { resolverBackEnd } from '../../plan/resolver-back-end.ts';
import type { Composition } from '../../subschema/composition.ts';
import { lazilyRelaxed } from '../../subschema/relaxed-schema.ts';
import type { Subschema } from '../../subschema/subschema.ts';
import type { Operation } from '../gateway.ts';
import type { AnswerRun } from './answer-run.ts';
import { type ExecutableParts, executeOperation } from './execute-operation.ts';
import { publicSchema } from './public-schema.ts';

export interface StitchOptions
  extends Pick<ExecutableParts, 'buildUrl' | 'contextOf' | 'callsOf' | 'onSubschemaCall' | 'telemetry'> {
  readonly composition: Composition;
  readonly subschemas: readonly Subschema[];
  /** The one of the gateway before, where it would come out the same. */
  readonly schemas?: Latest<GraphQLSchema> | undefined;
  /** What runs the steps of an extension; its resolvers where it has them in this process. */
  readonly backEndOf?: PlanParts['backEndOf'] | undefined;
  /** The hit at which a plan gets code of its own; for tests. */
  readonly compileAt?: number | undefined;
}

export interface StitchedGateway {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  /** How operations are fetched. */
  readonly plans: PlanCache;
  /** Runs one validated operation. */
  execute(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
  /** The same with nullable outputs only: an error stays at its own place, and takes nothing along. */
  executeLenient(operation: Operation): ExecutionResult | Promise<ExecutionResult>;
}

/** Joins the extensions' subschemas to one schema, and runs operations on it. */
export function stitchGateway(options: StitchOptions): StitchedGateway {
  const { composition, subschemas, schemas = new Latest(), backEndOf = inThisProcess } = options;
  const owned = subschemas.filter(({ ownTypes }) => ownTypes);
  const schema = schemas.recall([composition, ...owned], () => publicSchema(composition, subschemas));
  const planned: Omit<PlanParts, 'facts'> = {
    schema,
    composition,
    routes: new FieldRoutes(composition),
    subschemas: new Map(subschemas.map((subschema) => [subschema.extension, subschema])),
    backEndOf,
    telemetry: options.telemetry,
    ownFields: ownFields(options),
  };
  const plans = new PlanCache(planned, options);
  const parts: ExecutableParts = { ...options, plans };
  const url = schema.getQueryType()?.getFields().url;
  if (url !== undefined) url.resolve = urlResolver;
  const lenient = lazilyRelaxed(schema);
  return {
    schema,
    plans,
    execute: (operation) => executeOperation(schema, parts, operation),
    executeLenient: (operation) => executeOperation(lenient(), parts, operation),
  };
}

function inThisProcess({ extension, resolvers }: Subschema): BackEnd {
  if (resolvers === undefined) throw new Error(`${extension} has neither resolvers in this process nor a back end`);
  return resolverBackEnd;
}

const urlResolver: GraphQLFieldResolver<unknown, AnswerRun> = (_parent, args, run) =>
  run.url(args.routeId, args.params);

function ownFields({ buildUrl }: StitchOptions): ReadonlyMap<string, OwnField> {
  return new Map([['url', ({ routeId, params }) => buildUrl(String(routeId), isObject(params) ? params : {})]]);
}
