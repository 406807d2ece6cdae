import { buildSchema } from 'graphql';
import { createAuthenticator, createIdentifyCaller, createSessions } from '#auth';
import { throwIfErrors } from '#base';
import type { Config } from '#config';
import { createEdge } from '#edge';
import { resolverBackEnd } from '#engine';
import { FileStore } from '#files';
import { CurrentGateway, createDocumentStore, type Gateway, handleRestRequest } from '#gateway';
import { CallClocks, type RequestScope } from '#http';
import { handleApiDocs } from '#openapi';
import { noPages } from '#pages';
import { ExtensionCalls } from '#placement';
import { type DatabaseServer, noDatabase } from '#postgres';
import { buildRouteTable, buildSubapp } from '#rest';
import { startServer } from '#server';
import { Telemetry } from '#telemetry';
import { hashToken } from '../../src/auth/tokens/verify-token.ts';
import type { AuthConfig, SessionConfig } from '../../src/config/config.ts';
import { allowsIntrospection } from '../../src/gateway/graphql/documents/introspection.ts';
import type { PlacedExtension } from '../../src/gateway/placed-extension.ts';
import { notLoaded } from '../../src/placement/running/extension-description.ts';
import type { Timeouts } from '../../src/server/connections/timeouts.ts';
import type { RunningServer } from '../../src/server/start-server.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { testConfig, testSession, testShop } from './test-config.ts';
import { type EndpointSketch, extensionId, testManifest } from './test-manifests.ts';

/** An endpoint of the extension `shop`: what its route.json would say, and its handlers in order. */
export type TestEndpoint = Omit<EndpointSketch, 'handlers'> & { readonly run: readonly unknown[] };

export interface RestServer extends RunningServer {
  readonly log: MemoryLog;
  /** The scopes of the requests that got as far as their extension, oldest first. */
  readonly scopes: readonly RequestScope[];
}

interface RestOptions {
  readonly config?: Partial<Config>;
  readonly development?: boolean;
  /** False leaves the extension out of the gateway, as if it could not be placed. */
  readonly isPlaced?: boolean;
  readonly patience?: Partial<Timeouts>;
  /** Where sessions are kept; without it a session cookie is answered with 503. */
  readonly store?: DatabaseServer['sessions'];
}

/** Tokens that the gateway knows; ann may write foos, bob may nothing. */
export const tokens = { ann: 'token-of-ann-for-tests', bob: 'token-of-bob-for-tests' } as const;

/** Those tokens, and these sessions. */
export function authOf(session: SessionConfig): AuthConfig {
  return {
    bearer: {
      jwt: undefined,
      tokens: [
        { sha256: hashToken(tokens.ann), subject: 'ann', permissions: ['foos:write'] },
        { sha256: hashToken(tokens.bob), subject: 'bob', permissions: [] },
      ],
    },
    session,
  };
}

/** The real REST parts of a gateway behind a real server: routes, authentication, subapp. There is no GraphQL. */
export async function startRest(
  endpoints: Readonly<Record<string, TestEndpoint>>,
  {
    config: changes = {},
    development = false,
    isPlaced = true,
    patience = {},
    store = noDatabase.sessions,
  }: RestOptions = {},
): Promise<RestServer> {
  const config = testConfig({ auth: authOf(testSession), ...changes });
  const log = createMemoryLog();
  const scopes: RequestScope[] = [];
  const named = Object.entries(endpoints).map(([name, { run, ...sketch }]) => {
    const handlers = Object.fromEntries(run.map((handler, index) => [`handler${index + 1}`, handler]));
    return { name, handlers, sketch: { ...sketch, handlers: Object.keys(handlers) } };
  });
  const manifest = testManifest('shop', Object.fromEntries(named.map(({ name, sketch }) => [name, sketch])));
  const { table, findings } = buildRouteTable([manifest], config.pages);
  throwIfErrors(findings);
  const handlers = Object.fromEntries(named.map((each) => [each.name, each.handlers]));
  const subapp = buildSubapp({ manifest, handlers, logger: log.logger });
  const id = extensionId('shop');
  const calls = new ExtensionCalls({ ...config.calls, extension: id, logger: log.logger });
  const running: PlacedExtension = {
    id,
    running: {
      load: async () => notLoaded([]),
      answer: async (exchange) => {
        await subapp(exchange);
        return undefined;
      },
      backEnd: { gives: 'objects', resolvers: [] },
      render: unavailable,
      runTask: unavailable,
      dispose: async () => undefined,
    },
    description: notLoaded([]),
    subschema: undefined,
    backEnd: resolverBackEnd,
    calls,
  };
  const schema = buildSchema('type Query { nothing: Int }');
  const edge = await createEdge(config.server, { logger: log.logger, table: noDatabase.rates });
  const sessions = createSessions({ config: config.auth.session, store, edge, logger: log.logger });

  const files = new FileStore(config);
  const gateway: Gateway = {
    generation: 1,
    files,
    debugHeader: undefined,
    config,
    logger: log.logger,
    telemetry: new Telemetry(),
    development,
    manifests: [manifest],
    extensions: new Map(isPlaced ? [[id, running]] : []),
    routes: table,
    pages: noPages(),
    assets: new Map(),
    findings: [],
    schema,
    documents: createDocumentStore(schema, {
      limits: config.graphql.limits,
      introspection: allowsIntrospection({ config, development }),
    }),
    edge,
    clocks: new CallClocks(),
    authenticate: edge.rateLimits.guard(
      createIdentifyCaller(createAuthenticator(config, { logger: log.logger }), sessions),
    ),
    visitorOf: sessions.visitorOf,
    sessionOf: sessions.open,
    execute: unavailable,
    executeLenient: unavailable,
    shopOf: () => config.shop,
    textsOf: () => ({}),
    runTask: unavailable,
    contextOf: (_extension, scope) => {
      scopes.push(scope);
      return {
        caller: scope.caller,
        visitor: scope.visitor,
        shop: testShop,
        locale: testShop.locale,
        mail: async () => undefined,
        settings: {},
        text: (key) => key,
        textIn: () => (key) => key,
        get request() {
          return scope.request;
        },
        get signal() {
          return scope.signal;
        },
        get logger() {
          return scope.logger;
        },
        files: files.of(id),
        database: { query: unavailable, transaction: unavailable },
        query: unavailable,
        mesh: unavailable,
        later: unavailable,
        url: unavailable,
      };
    },
    dispose: async () => undefined,
  };
  const graphql = async (_gateway: Gateway, _request: unknown, response: { end(text: string): unknown }) => {
    response.end('graphql');
  };
  const server = await startServer({
    current: new CurrentGateway(gateway),
    handlers: { ...noOthers, graphql, rest: handleRestRequest },
    patience,
  });
  return { ...server, log, scopes };
}

const noOthers = {
  page: unavailable,
  notFoundPage: unavailable,
  asset: unavailable,
  servedQuery: unavailable,
  apiDocs: handleApiDocs,
  siteFile: unavailable,
  development: unavailable,
};

function unavailable(): never {
  throw new Error('This gateway has REST routes only.');
}
