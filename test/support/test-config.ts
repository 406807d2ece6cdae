import type { Config, ServerConfig } from '#config';
import type { GraphqlConfig, SessionConfig, ShopConfig } from '../../src/config/config.ts';

export const testSession: SessionConfig = {
  secret: 'a session secret of thirty-two bytes or more',
  lifetime: 3600,
  secureCookie: 'auto',
  signInPage: undefined,
};

export const testJobs: Config['jobs'] = { enabled: true, concurrency: 2, keepDays: 14 };

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
  apq: { enabled: false, entries: 1000, bytes: 4_194_304 },
};

type ServerChanges = Partial<Omit<ServerConfig, 'limits'>> & { readonly limits?: Partial<ServerConfig['limits']> };

/** gateway.yaml's `server` on a free port, without one for operators, with its defaults but for what a test is about. */
export function testServer({ limits, ...changes }: ServerChanges = {}): ServerConfig {
  return {
    host: '127.0.0.1',
    port: 0,
    limits: {
      body: 100_000,
      upload: 10_485_760,
      parts: 100,
      timeoutMs: 10_000,
      inFlight: 1_000,
      // The machine that runs the tests may be as busy as it likes.
      eventLoopDelayMs: 0,
      headersMs: 10_000,
      bodyMs: 20_000,
      keepAliveMs: 5_000,
      headerBytes: 16_384,
      headers: 100,
      url: 8192,
      ...limits,
    },
    debugHeaders: false,
    compression: true,
    assets: { keepHours: 24, keepMb: 64 },
    accessLog: false,
    docs: 'off',
    admin: { host: '127.0.0.1', port: false, isPortChosen: true },
    stop: { readinessDelayMs: 0, drainMs: 8_000 },
    trustProxy: 0,
    allowedHosts: [],
    rateLimit: { points: 0, seconds: 60, store: 'memory', callers: 50_000 },
    cors: { origins: [], credentials: false, maxAge: 600 },
    headers: {},
    ...changes,
  };
}

/** gateway.yaml's `shop`, with its defaults. */
export const testShop: ShopConfig = {
  name: 'Stoa',
  locale: 'en-IE',
  locales: ['en-IE'],
  direction: 'ltr',
  currency: 'EUR',
  decimals: 2,
  country: 'IE',
  timeZone: 'UTC',
};

export const testFiles: Config['files'] = { maxBytes: 104_857_600, pixels: 50_000_000, isPathOwed: false };

/** A Config as gateway.yaml's defaults make it, but for what a test is about. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    file: '/shop/gateway.yaml',
    folder: '/shop',
    stateFolder: '/shop/.stoa',
    shop: testShop,
    server: testServer(),
    database: { url: 'embedded', connections: 10, isolation: 'role', seed: 'never' },
    files: testFiles,
    jobs: testJobs,
    mail: { url: undefined, from: undefined, isOwed: false },
    auth: { bearer: { jwt: undefined, tokens: [] }, session: testSession },
    graphql: testGraphql,
    pages: {},
    pageOverrides: {},
    calls: { timeoutMs: 2_000, breaker: { failures: 5, resetMs: 10_000 } },
    extensions: [],
    disabled: [],
    reload: { watch: true, drainMs: 30_000, migrate: 'development' },
    watchdog: { exitMs: 10_000 },
    source: '',
    fromEnvironment: [],
    ...changes,
  };
}
