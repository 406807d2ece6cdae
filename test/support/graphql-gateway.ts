import { once } from 'node:events';
import { createServer } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { IResolvers } from '@graphql-tools/utils';
import { execute, GraphQLError, parse } from 'graphql';
import { createAuthenticator, createIdentifyCaller, createSessions } from '#auth';
import { RequestError } from '#base';
import type { Config } from '#config';
import { createEdge } from '#edge';
import { FileStore } from '#files';
import { createDocumentStore, type Gateway, handleGraphqlRequest } from '#gateway';
import { CallClocks, type RequestScope } from '#http';
import { noPages } from '#pages';
import { noDatabase } from '#postgres';
import { Telemetry } from '#telemetry';
import { createDocumentTexts } from '../../src/gateway/graphql/documents/document-texts.ts';
import { allowsIntrospection } from '../../src/gateway/graphql/documents/introspection.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { testConfig } from './test-config.ts';

export interface GraphqlServer {
  /** Address of the GraphQL path. */
  readonly url: string;
  readonly gateway: Gateway;
  readonly log: MemoryLog;
  /** The scopes of the operations that have run, oldest first. */
  readonly scopes: readonly RequestScope[];
  /** Resolves when the next operation runs the field `wait`. */
  nextWait(): Promise<RequestScope>;
  close(): Promise<void>;
}

const typeDefs = /* GraphQL */ `
  type Query {
    hello(name: String = "world"): String
    whoami: String!
    id(id: ID!): ID
    shop: Query
    shops(first: Int): [Query!]!
    "Throws an Error, with a secret in its message."
    breaks: String
    breaksNonNull: String!
    "Throws a GraphQLError with a code."
    refuses: String
    "Throws a RequestError."
    forbids: String
    "Answers only when its signal is aborted."
    wait: String
    "Has a value that JSON cannot hold."
    unserialisable: Anything
  }
  type Mutation {
    increment: Int
  }
  scalar Anything
`;

/** The real GraphQL handler behind real HTTP, over one small schema instead of a shop's. */
export async function startGraphql(
  changes: Partial<Config> = {},
  { development = false }: { readonly development?: boolean } = {},
): Promise<GraphqlServer> {
  const config = testConfig(changes);
  const log = createMemoryLog();
  const scopes: RequestScope[] = [];
  const waiting: ((scope: RequestScope) => void)[] = [];
  const schema = makeExecutableSchema({ typeDefs, resolvers: resolversFor(waiting) });
  const edge = await createEdge(config.server, { logger: log.logger, table: noDatabase.rates });
  const sessions = createSessions({
    config: config.auth.session,
    store: noDatabase.sessions,
    edge,
    logger: log.logger,
  });
  const documents = createDocumentStore(schema, {
    limits: config.graphql.limits,
    introspection: allowsIntrospection({ config, development }),
  });
  const gateway: Gateway = {
    generation: 1,
    files: new FileStore(config),
    debugHeader: undefined,
    config,
    logger: log.logger,
    telemetry: new Telemetry(),
    development,
    manifests: [],
    extensions: new Map(),
    routes: { find: noRoute, methodsAt: () => [], endpoints: [], validators: new Map() },
    pages: noPages(),
    assets: new Map(),
    findings: [],
    schema,
    documents,
    texts: await createDocumentTexts(config, documents, { store: undefined, logger: log.logger }),
    edge,
    clocks: new CallClocks(),
    authenticate: edge.rateLimits.guard(
      createIdentifyCaller(createAuthenticator(config, { logger: log.logger }), sessions),
    ),
    visitorOf: sessions.visitorOf,
    sessionOf: sessions.open,
    execute: async ({ text, operationName, variables, scope, ...operation }) => {
      scopes.push(scope);
      const document = text === undefined ? operation.document : parse(text);
      return execute({ schema, document, operationName, variableValues: variables, contextValue: scope });
    },
    executeLenient: async () => noRoute(),
    shopOf: () => config.shop,
    textsOf: () => ({}),
    contextOf: noRoute,
    runTask: async () => noRoute(),
    dispose: async () => undefined,
  };

  const server = createServer((request, response) => void handleGraphqlRequest(gateway, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    gateway,
    log,
    scopes,
    nextWait: () => new Promise((resolve) => waiting.push(resolve)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function resolversFor(waiting: ((scope: RequestScope) => void)[]): IResolvers<unknown, RequestScope> {
  let count = 0;
  const breaks = () => {
    throw new Error('password=hunter2');
  };
  return {
    Query: {
      hello: (_: unknown, { name }: { readonly name: string }) => `Hello ${name}`,
      whoami: (_: unknown, __: unknown, { caller }: RequestScope) => JSON.stringify(caller),
      id: (_: unknown, { id }: { readonly id: string }) => id,
      shop: () => ({}),
      shops: (_: unknown, { first }: { readonly first?: number }) => Array.from({ length: first ?? 0 }, () => ({})),
      breaks,
      breaksNonNull: breaks,
      refuses: () => {
        throw new GraphQLError('Nothing like that here.', { extensions: { code: 'NOT_FOUND', extension: 'reviews' } });
      },
      forbids: () => {
        throw new RequestError('FORBIDDEN', 403, 'Not yours.');
      },
      wait: async (_: unknown, __: unknown, scope: RequestScope) => {
        waiting.shift()?.(scope);
        await new Promise((resolve) => scope.signal.addEventListener('abort', resolve, { once: true }));
        return 'too late';
      },
      unserialisable: () => 1n,
    },
    Mutation: { increment: () => ++count },
  };
}

function noRoute(): never {
  throw new Error('This gateway has no routes and no extensions.');
}
