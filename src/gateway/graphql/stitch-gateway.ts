import {
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  Kind,
} from 'graphql';
import type { Subschema } from '../../subschema/subschema.ts';
import type { Operation } from '../gateway.ts';
import { FieldRoutes } from './field-routes.ts';
import { OperationRun, type StitchedParts } from './operation-run.ts';
import { publicSchema } from './public-schema.ts';

export interface StitchOptions
  extends Pick<StitchedParts, 'composition' | 'buildUrl' | 'contextOf' | 'onSubschemaCall'> {
  readonly subschemas: readonly Subschema[];
}

export interface StitchedGateway {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  /** Runs one validated operation. */
  execute(operation: Operation): Promise<ExecutionResult>;
}

/** Joins the extensions' subschemas to one schema, and runs operations on it. */
export function stitchGateway(options: StitchOptions): StitchedGateway {
  const { composition, subschemas } = options;
  const parts: StitchedParts = {
    ...options,
    routes: new FieldRoutes(composition),
    subschemas: new Map(subschemas.map((subschema) => [subschema.extension, subschema])),
  };
  const schema = publicSchema(composition, subschemas);
  const url = schema.getQueryType()?.getFields().url;
  if (url !== undefined) url.resolve = urlResolver;
  return { schema, execute: (operation) => executeOperation(schema, parts, operation) };
}

const urlResolver: GraphQLFieldResolver<unknown, OperationRun> = (_parent, args, run) =>
  run.url(args.routeId, args.params);

async function executeOperation(
  schema: GraphQLSchema,
  parts: StitchedParts,
  operation: Operation,
): Promise<ExecutionResult> {
  const run = new OperationRun(parts, operation);
  const result = await execute({
    schema,
    document: operation.document,
    operationName: operation.operationName,
    variableValues: operation.variables,
    contextValue: run,
  });
  const errors = [...new Set([...(result.errors ?? []), ...run.lost])].map((error) => answered(error, run));
  const data = result.data === undefined ? {} : { data: result.data };
  return errors.length === 0 ? data : { ...data, errors };
}

/** Errors of extensions have their code already; what is left are graphql-js's own, and bugs. */
function answered(error: GraphQLError, run: OperationRun): GraphQLError {
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
  return new GraphQLError(masked.message, {
    ...(nodes === undefined ? {} : { nodes }),
    ...(masked.path === undefined ? {} : { path: masked.path }),
    extensions: masked.extensions,
  });
}

function withExtensions(error: GraphQLError, extensions: Readonly<Record<string, unknown>>): GraphQLError {
  return withNodes(new GraphQLError(error.message, { path: error.path ?? null, extensions }), error);
}
