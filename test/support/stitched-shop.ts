import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect } from 'chai';
import {
  type DocumentNode,
  defaultFieldResolver,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { refuseField } from '#auth';
import { isObject, throwIfErrors } from '#base';
import {
  buildSubschema,
  type Composition,
  composeGraphql,
  type ExecutableSubschema,
  resolverBackEnd,
  selectedNames,
  stitchGateway,
} from '#engine';
import type { Caller, Context } from '#extension-api';
import { coreSchema } from '#gateway';
import type { RequestScope } from '#http';
import { ExtensionCalls } from '#placement';
import type { BackEnd } from '../../src/engine/plan/operation-plan.ts';
import type { PlanCacheOptions } from '../../src/engine/run/plan-cache.ts';
import type { StitchedGateway } from '../../src/engine/stitch-gateway.ts';
import { batchedResolver } from '../../src/engine/subschema/batched-resolver.ts';
import type { SubschemaParts } from '../../src/engine/subschema/build-subschema.ts';
import type { ComposedType } from '../../src/engine/subschema/composition.ts';
import { federationDirectives } from '../../src/engine/subschema/federation.ts';
import { relaxedSchema } from '../../src/engine/subschema/relaxed-schema.ts';
import type { BatchResolver, Resolver } from '../../src/engine/subschema/resolver.ts';
import { OperationCalls, type OperationCallsParts } from '../../src/gateway/calls/operation-calls.ts';
import { noteJoined, resolveJoined } from './joined-fields.ts';
import { manifestOf } from './manifest-of.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { testShop } from './test-config.ts';

export interface ShopExtension {
  readonly sdl: string;
  readonly resolvers?: Readonly<Record<string, object>>;
}

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  /** Whether it is asked as extensions do by `context.query`: with internal fields. */
  readonly inner?: boolean;
}

/** Extensions stitched as the gateway does it, beside one merged schema that graphql-js executes by itself. */
export interface StitchedShop {
  readonly gateway: StitchedGateway<RequestScope>;
  readonly composition: Composition;
  /** The merged schema; made when it is first asked for. */
  oneSchema(): GraphQLSchema;
  readonly log: MemoryLog;
  /** Names of the extensions that were called, in order, since the last run began. */
  readonly calls: string[];
  /** How many contexts were asked for, by extension, since the last run began. */
  readonly contexts: string[];
  run(query: string | DocumentNode, options?: RunOptions): Promise<ExecutionResult>;
  runMerged(query: string, options?: RunOptions): Promise<ExecutionResult>;
  /** The merged schema's with nullable outputs only: every error that can come up. */
  runPossible(query: string, options?: RunOptions): Promise<ExecutionResult>;
  /** Both answers are the same: data, and errors with messages, paths and locations. Gives the gateway's. */
  same(query: string, options?: RunOptions): Promise<ExecutionResult>;
}

export interface ShopOptions extends PlanCacheOptions {
  /** Who runs an extension's steps; its resolvers, when left out. */
  readonly backEndOf?: (subschema: ExecutableSubschema) => BackEnd;
  /** Milliseconds of one call of an extension; for ever when left out. */
  readonly timeoutMs?: number;
  /** Calls in a row without an answer, after which an extension is not asked; any number, when left out. */
  readonly failures?: number;
}

export function stitchedShop(
  extensions: Readonly<Record<string, ShopExtension>>,
  { timeoutMs, failures = 0, backEndOf = () => resolverBackEnd, ...plans }: ShopOptions = {},
): StitchedShop {
  const manifests = Object.entries(extensions).map(([id, { sdl }]) => manifestOf(id, sdl));
  const { composition, findings } = composeGraphql(manifests, { own: coreSchema });
  throwIfErrors(findings);
  const log = createMemoryLog();
  const calls: string[] = [];
  const contexts: string[] = [];
  const limited = new Map(
    manifests.map(({ id }) => {
      const options = { extension: id, timeoutMs: timeoutMs ?? 0, breaker: { failures, resetMs: 60_000 } };
      return [id, new ExtensionCalls({ ...options, logger: log.logger })];
    }),
  );
  const subschemas = manifests.map((manifest) => {
    const value = extensions[manifest.id]?.resolvers ?? {};
    const resolvers = [{ file: `${manifest.folder}/r.ts`, value }];
    return builtSubschema({ manifest, composition, resolvers, refuse: refuseField });
  });
  const backEnds = new Map(subschemas.map((subschema) => [subschema.extension, backEndOf(subschema)]));
  const operationParts: OperationCallsParts = {
    contextOf: (extension, scope) => {
      contexts.push(extension);
      return testContext(scope);
    },
    callsOf: (extension) => (timeoutMs === undefined ? undefined : limited.get(extension)),
  };
  const gateway = stitchGateway({
    ...plans,
    composition,
    subschemas,
    backEndOf: ({ extension }) => backEnds.get(extension) ?? resolverBackEnd,
    refuse: refuseField,
    ownFields: new Map([
      ['url', ({ routeId, params }) => `/${routeId}?${JSON.stringify(isObject(params) ? params : {})}`],
    ]),
    begin: (scope: RequestScope) => new OperationCalls(operationParts, scope),
    onSubschemaCall: (extension) => calls.push(extension),
  });
  let merged: GraphQLSchema | undefined;
  const oneSchema = (): GraphQLSchema => {
    merged ??= mergedSchema(extensions, composition);
    return merged;
  };

  const run = async (query: string | DocumentNode, options: RunOptions = {}): Promise<ExecutionResult> => {
    calls.length = 0;
    contexts.length = 0;
    const { variables, operationName } = options;
    const text = typeof query === 'string' ? query : undefined;
    const document = typeof query === 'string' ? parse(query, { noLocation: true }) : query;
    const { schema, execute } = options.inner ? { schema: gateway.inner, execute: gateway.executeInner } : gateway;
    expect(validate(schema, document)).to.deep.equal([]);
    return execute({ document, text, variables, operationName, scope: scopeOf(options, log) });
  };
  const runOn = async (schema: GraphQLSchema, query: string, options: RunOptions) => {
    const contextValue = testContext(scopeOf(options, log));
    const { missing, possible } = noteJoined(contextValue, options.variables);
    const { variables: variableValues, operationName } = options;
    const result = await execute({ schema, document: parse(query), variableValues, operationName, contextValue });
    return { result, missing, possible };
  };
  const runMerged = async (query: string, options: RunOptions = {}): Promise<ExecutionResult> => {
    const { result, missing } = await runOn(oneSchema(), query, options);
    return withErrors(result, missing);
  };
  let relaxed: GraphQLSchema | undefined;
  const runPossible = async (query: string, options: RunOptions = {}): Promise<ExecutionResult> => {
    relaxed ??= relaxedSchema(oneSchema());
    const { result, missing, possible } = await runOn(relaxed, query, options);
    return withErrors(result, [...missing, ...possible]);
  };
  const same = async (query: string, options: RunOptions = {}): Promise<ExecutionResult> => {
    const [actual, expected] = [await run(query, options), await runMerged(query, options)];
    expect(plain(actual)).to.deep.equal(plain(expected));
    return actual;
  };
  return { gateway, composition, oneSchema, log, calls, contexts, run, runMerged, runPossible, same };
}

function withErrors(result: ExecutionResult, more: readonly GraphQLError[]): ExecutionResult {
  return more.length === 0 ? result : { ...result, errors: [...(result.errors ?? []), ...more] };
}

/** An extension's subschema; throws StartupError for what is wrong with its resolvers. */
export function builtSubschema(parts: SubschemaParts): ExecutableSubschema {
  const { subschema, findings } = buildSubschema(parts);
  throwIfErrors(findings);
  if (subschema === undefined) throw new Error(`${parts.manifest.id} has no SDL`);
  return subschema;
}

export function scopeOf({ caller, signal }: RunOptions, log: MemoryLog): RequestScope {
  return {
    request: { id: 'test', method: 'POST', url: '/graphql', address: '', headers: {} },
    caller: caller ?? { kind: 'guest' },
    visitor: null,
    signal: signal ?? new AbortController().signal,
    logger: log.logger,
    get aborted() {
      return this.signal.aborted;
    },
    depth: 0,
  };
}

/** A context that has everything but data. */
export function testContext(scope: RequestScope = scopeOf({}, createMemoryLog())): Context {
  const { request, caller, signal, logger } = scope;
  const refuse = async (): Promise<never> => {
    throw new Error('there is no database in this test');
  };
  return {
    request,
    shop: testShop,
    locale: testShop.locale,
    mail: async () => undefined,
    settings: {},
    text: (key) => key,
    textIn: () => (key) => key,
    caller,
    visitor: null,
    signal,
    logger,
    files: { put: refuse, putPicture: refuse, read: refuse, delete: refuse, url: (id) => id },
    database: { query: refuse, transaction: refuse },
    query: refuse,
    mesh: refuse,
    later: refuse,
    url: (routeId) => `/${routeId}`,
  };
}

/** What a comparison sees: JSON data, and errors in an order that does not depend on timing. */
export function plain(result: ExecutionResult): { readonly data: unknown; readonly errors: readonly unknown[] } {
  const errors = (result.errors ?? []).map((error) => ({
    path: error.path?.join('.'),
    message: isBug(error) ? 'Internal server error' : error.message,
    locations: error.locations,
  }));
  return {
    data: JSON.parse(JSON.stringify(result.data ?? null)),
    errors: errors.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  };
}

function isBug({ originalError, message, extensions }: GraphQLError): boolean {
  // A value that is not of its field's type: what graphql-js says of it may show it.
  const ofValue =
    /^(\w+|Enum "\w+") cannot represent |^Expected Iterable|^Expected value of type "\w+" but got: |^Abstract type/;
  if (extensions.code === undefined && ofValue.test(message)) return true;
  if (originalError === undefined || originalError instanceof GraphQLError) return false;
  return !message.startsWith('Cannot return null for') && originalError.name !== 'RequestError';
}

/** All extensions' SDL and resolvers in one schema, without any stitching. */
function mergedSchema(extensions: Readonly<Record<string, ShopExtension>>, composition: Composition): GraphQLSchema {
  const references = new Map<string, Resolver | BatchResolver>();
  const maps = Object.entries(extensions).map(([id, { resolvers = {} }]) =>
    Object.fromEntries(
      Object.entries(resolvers).map(([type, fields]) => {
        // The owner's reference is the one that finds the object itself.
        const isOwner = composition.types.get(type)?.owner === id;
        return [type, executableFields(type, fields, isOwner ? references : new Map())];
      }),
    ),
  );
  const schema = makeExecutableSchema({
    typeDefs: [federationDirectives, coreSchema, ...Object.values(extensions).map(({ sdl }) => parse(sdl))],
    resolvers: [
      {
        Query: {
          url: (_: unknown, args: { routeId: string; params?: object }) =>
            `/${args.routeId}?${JSON.stringify(args.params ?? {})}`,
        },
      },
      ...maps,
    ],
    assumeValidSDL: true,
  });
  resolveJoined(schema, composition, (extension, type, field) => {
    const own = Object(extensions[extension]?.resolvers?.[type])[field];
    return isBatch(own) ? batchedResolver(own, `${type}.${field}`) : own;
  });
  followReferences(schema, composition, references);
  return schema;
}

function executableFields(type: string, fields: object, references: Map<string, Resolver | BatchResolver>): object {
  if (fields.constructor !== Object) return fields;
  const executable: Record<string, unknown> = {};
  for (const [name, resolver] of Object.entries(fields)) {
    if (name === '__resolveReference') {
      if (!references.has(type)) references.set(type, resolver);
    } else executable[name] = isBatch(resolver) ? batchedResolver(resolver, `${type}.${name}`) : resolver;
  }
  return executable;
}

function isBatch(resolver: unknown): resolver is BatchResolver {
  return typeof resolver === 'object' && resolver !== null && 'batch' in resolver;
}

/** Where an extension returns another's entity, one schema would have returned the entity itself. */
function followReferences(
  schema: GraphQLSchema,
  { types }: Composition,
  references: ReadonlyMap<string, Resolver | BatchResolver>,
): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const returned = getNamedType(field.type);
      const members = isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
      const source = types.get(type.name)?.fields.get(field.name)?.sources[0];
      const entities = members.filter(({ name }) => references.has(name) && types.get(name)?.owner !== source);
      if (source === undefined || entities.length === 0) continue;
      const resolve: GraphQLFieldResolver<unknown, Context> = field.resolve ?? defaultFieldResolver;
      field.resolve = async (parent, args, context: Context, info) => {
        const follow = async (value: unknown): Promise<unknown> => {
          if (Array.isArray(value)) return Promise.all(value.map(async (item) => follow(await item)));
          if (typeof value !== 'object' || value === null || value instanceof Error) return value;
          // Two entities may have keys of the same names; a value that says what it is is that.
          const entity = entities.find(
            ({ name }) => ('__typename' in value ? value.__typename === name : true) && isStub(value, types.get(name)),
          );
          const reference = entity === undefined ? undefined : references.get(entity.name);
          if (entity === undefined || reference === undefined) return value;
          const stub = { __typename: entity.name, ...value };
          const found: unknown =
            typeof reference === 'function'
              ? await reference(stub, {}, context, info)
              : (await reference.batch([stub], {}, context, info))[0];
          return { ...value, ...Object(found) };
        };
        return follow(await resolve(parent, args, context, info));
      };
    }
  }
}

/** Has the value all fields of one of the type's keys? */
function isStub(value: object, type: ComposedType | undefined): boolean {
  const keys = [...(type?.keys.values() ?? [])].flat();
  return keys.some((key) => selectedNames(key).every((name) => name in value));
}
