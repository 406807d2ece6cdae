import type { Config, GraphqlConfig, SessionConfig } from '../../src/config/config.ts';

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

/** A Config as gateway.yaml's defaults make it, but for what a test is about. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    file: '/shop/gateway.yaml',
    folder: '/shop',
    stateFolder: '/shop/.stoa',
    server: { host: '127.0.0.1', port: 0, limits: { body: 100_000, timeoutMs: 10_000 }, debugHeaders: false },
    database: { url: 'embedded', connections: 10, isolation: 'role', seed: 'never' },
    auth: { bearer: { jwt: undefined, tokens: [] }, session: testSession },
    graphql: testGraphql,
    pages: {},
    extensions: [],
    reload: { watch: true, drainMs: 30_000, migrate: 'development' },
    source: '',
    fromEnvironment: [],
    ...changes,
  };
}
