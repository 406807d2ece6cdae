import { buildSchema, type GraphQLSchema } from 'graphql';
import { safeNext } from '#auth';
import { RequestError } from '#base';
import type { Config } from '#config';
import { createEdge } from '#edge';
import { executeSubgraph, resolverBackEnd, withoutHidden } from '#engine';
import type { Session } from '#extension-api';
import { inWords } from '#extension-error';
import { FileStore } from '#files';
import { createDocumentStore, type Gateway, handleGraphqlRequest, handleRestRequest } from '#gateway';
import { CallClocks } from '#http';
import { noPages } from '#pages';
import { ExtensionCalls, type ServedCode, type ServedExtension, wire } from '#placement';
import { type DatabaseServer, noDatabase } from '#postgres';
import { buildRouteTable } from '#rest';
import { handlers } from '#server';
import { findTracing, Telemetry } from '#telemetry';
import type { AuthenticateClient } from './authenticate-client.ts';

export interface ServedGatewayParts {
  readonly served: ServedExtension;
  readonly code: ServedCode;
  readonly authenticate: AuthenticateClient;
  readonly logger: Gateway['logger'];
  /** Undefined for an extension without migrations. */
  readonly database: DatabaseServer | undefined;
}

/** A gateway of one extension, for clients that are not the shop's gateway. Its graph is the extension's subgraph. */
export async function createServedGateway(shopConfig: Config, parts: ServedGatewayParts): Promise<Gateway> {
  const { served, code, logger } = parts;
  const { manifest, description, running, subschema, internal } = code;
  const config = configOf(shopConfig);
  const whole = subschema?.schema ?? noSchema;
  const schema = internal.size === 0 ? whole : withoutHidden(whole, (name) => internal.has(name));
  const execute: Gateway['execute'] = (operation) => {
    if (subschema === undefined) throw new Error(`the extension ${manifest.id} has no GraphQL`);
    const { scope } = operation;
    const context = served.contextOf(scope);
    return executeSubgraph(
      { ...subschema, schema },
      {
        ...operation,
        scope: { context, logger: scope.logger, inWords: (error) => inWords(error, context.text) },
      },
    );
  };
  const edge = await createEdge(config.server, { logger, table: noDatabase.rates });
  return {
    generation: 1,
    debugHeader: config.server.debugHeaders ? '1' : undefined,
    config,
    logger,
    telemetry: new Telemetry({ tracing: await findTracing() }),
    development: false,
    manifests: [manifest],
    extensions: new Map([
      [
        manifest.id,
        { id: manifest.id, running, description, subschema, backEnd: resolverBackEnd, calls: callsOf(config, parts) },
      ],
    ]),
    routes: buildRouteTable([manifest], {}, { file: manifest.folder }).table,
    pages: noPages(),
    assets: new Map(),
    findings: [],
    schema,
    documents: createDocumentStore(schema, { limits: config.graphql.limits, introspection: true }),
    authenticate: edge.rateLimits.guard((request) => authenticate(parts, request)),
    clocks: new CallClocks(),
    edge,
    sessionOf: () => noSession,
    execute,
    executeLenient: execute,
    files: new FileStore(config),
    shopOf: () => config.shop,
    contextOf: (_extension, scope) => served.contextOf(scope),
    textsOf: () => manifest.texts,
    runTask: async () => {
      throw new Error('tasks are run by the shop');
    },
    dispose: async () => undefined,
  };
}

/** The life of a client's request is that at the shop's gateway. All paths but GraphQL's are routes. */
export function servedHandlers({ served, code }: Pick<ServedGatewayParts, 'served' | 'code'>): typeof handlers {
  const rest: (typeof handlers)['rest'] = (...exchange) => served.observe('rest', () => handleRestRequest(...exchange));
  const graphql: (typeof handlers)['graphql'] = (...exchange) =>
    served.observe('graphql', () => handleGraphqlRequest(...exchange));
  const others = { siteFile: rest, servedQuery: rest, apiDocs: rest, development: rest };
  return { ...handlers, ...others, rest, graphql: code.subschema === undefined ? rest : graphql };
}

/** A gateway such as Hive's joins many fetches in one document, with an alias for each. */
const mostAliases = 1_000;

/** What gateway.yaml says, without the shop's pages and without what only the shop's clients meet. */
function configOf(config: Config): Config {
  const { server } = config;
  const { persisted: _, ...graphql } = config.graphql;
  return {
    ...config,
    pages: {},
    // Another gateway is one caller, with the requests of all its clients. Limits of routes stay.
    server: { ...server, docs: 'off', rateLimit: { ...server.rateLimit, points: 0, store: 'memory' } },
    graphql: {
      ...graphql,
      path: wire.paths.graphql,
      access: 'public',
      introspection: 'always',
      limits: { ...graphql.limits, aliases: mostAliases, cost: Number.MAX_SAFE_INTEGER },
    },
  };
}

const noSchema: GraphQLSchema = buildSchema('type Query { nothing: Int }');

function callsOf({ calls, extensions }: Config, { code, logger, database }: ServedGatewayParts): ExtensionCalls {
  const { id } = code.manifest;
  const own = extensions.find(({ name }) => name === id)?.timeoutMs;
  return new ExtensionCalls({
    extension: id,
    logger,
    timeoutMs: own ?? calls.timeoutMs,
    handlerTimeoutMs: own,
    // The circuit breaker is that of the gateway which calls.
    breaker: { ...calls.breaker, failures: 0 },
    isCrowded: () => database?.isCrowded(id) === true,
    trouble: () => database?.trouble(),
  });
}

async function authenticate(
  { served, authenticate: identify }: ServedGatewayParts,
  request: Parameters<AuthenticateClient>[0],
): ReturnType<AuthenticateClient> {
  try {
    return await identify(request);
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) served.noteRefusal(request, error.message);
    throw error;
  }
}

const noSession: Session = {
  signIn: () => Promise.reject(new Error('shoppers sign in at the gateway alone')),
  signOut: () => Promise.reject(new Error('shoppers sign out at the gateway alone')),
  signOutUser: () => Promise.reject(new Error('shoppers sign out at the gateway alone')),
  visitor: () => {
    throw new Error('visitors are those of the gateway');
  },
  safeNext,
};
