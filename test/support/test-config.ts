import type { Config, GraphqlConfig, ServerConfig, SessionConfig } from '../../src/config/config.ts';

export const testSession: SessionConfig = {
  secret: 'a session secret of thirty-two bytes or more',
  lifetime: 3600,
  secureCookie: 'auto',
  signInPage: undefined,
};

export const testGraphql: GraphqlConfig = {
  path: '/graphql',
  access: 'public',
  introspection: 'development',
  limits: {
    depth: 12,
    aliases: 30,
    fields: 500,
    directives: 20,
    tokens: 2000,
    cost: 50_000,
    listSize: 5,
    errors: 100,
  },
  batching: { enabled: false, max: 10 },
  apq: { enabled: false, entries: 1000, bytes: 4_194_304 },
};

/** Without a limit of the event loop's delay: the machine that runs the tests may be as busy as it likes. */
export const testLimits = { body: 100_000, timeoutMs: 10_000, inFlight: 1_000, eventLoopDelayMs: 0 };

/** gateway.yaml's defaults, but for the ports: a free one, and none for operators. */
export const testServer: ServerConfig = {
  host: '127.0.0.1',
  port: 0,
  limits: testLimits,
  accessLog: false,
  admin: { host: '127.0.0.1', port: false, isPortChosen: true },
  stop: { readinessDelayMs: 0, drainMs: 8_000 },
};

/** A Config as gateway.yaml's defaults make it, but for what a test is about. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    file: '/shop/gateway.yaml',
    folder: '/shop',
    stateFolder: '/shop/.stoa',
    server: testServer,
    database: { url: 'embedded', connections: 10, isolation: 'role', seed: 'never' },
    auth: { bearer: { jwt: undefined, tokens: [] }, session: testSession },
    graphql: testGraphql,
    pages: {},
    calls: { timeoutMs: 2_000, breaker: { failures: 5, resetMs: 10_000 } },
    extensions: [],
    source: '',
    fromEnvironment: [],
    ...changes,
  };
}
