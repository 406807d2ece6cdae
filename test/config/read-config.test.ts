import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Finding, StartupError } from '#base';
import { loadConfig, readConfig } from '../../src/config/read-config.ts';
import { testGraphql, testServer } from '../support/test-config.ts';
import { brief, temporaryConfig, withLines } from './temporary-config.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}/gateway.yaml`, import.meta.url));

describe('readConfig', () => {
  context('given the smallest gateway.yaml', () => {
    it('sets every default', async () => {
      await using file = await temporaryConfig('system: { extensions: [] }');
      const { config, findings } = await file.read();
      expect(findings).to.deep.equal([]);
      expect(config?.auth.bearer.jwt?.key.kind).to.equal('secret');
      expect(config).to.deep.include({
        file: file.file,
        folder: file.folder,
        stateFolder: `${file.folder}/.stoa`,
        server: testServer({
          port: 3000,
          limits: { body: 102_400, inFlight: 1000, eventLoopDelayMs: 40 },
          admin: { host: '127.0.0.1', port: 3001, isPortChosen: false },
          stop: { readinessDelayMs: 100, drainMs: 8_000 },
        }),
        calls: { timeoutMs: 2_000, breaker: { failures: 5, resetMs: 10_000 } },
        database: { url: 'embedded', connections: 20, isolation: 'role', seed: 'new-embedded' },
        graphql: testGraphql,
        pages: {
          homepage: { path: '/', access: 'public', permissions: [], query: [] },
          productPage: { path: '/products/:productId', access: 'public', permissions: [], query: [] },
          checkout: { path: '/checkout', access: 'public', permissions: [], query: [] },
          account: { path: '/account', access: 'private', permissions: [], query: [] },
        },
        extensions: [],
        disabled: [],
        reload: { watch: true, drainMs: 30_000, migrate: 'development' },
        watchdog: { exitMs: 10_000 },
        source: 'system: { extensions: [] }',
        fromEnvironment: [],
      });
    });
  });

  context("given the repository's own gateway.yaml", () => {
    it('finds nothing to mend', async () => {
      const file = fileURLToPath(new URL('../../gateway.yaml', import.meta.url));
      expect((await readConfig(file, { environment: {} })).findings).to.deep.equal([]);
    });
  });

  context('given a gateway.yaml that sets everything', () => {
    const environment = { DATABASE_PASSWORD: 'p%40ss', PORT: '5000' };
    const read = () => readConfig(fixture('config-everything'), { environment });

    it('takes each value, those from the environment with the type that is wanted', async () => {
      const { config, findings } = await read();
      expect(findings).to.deep.equal([]);
      expect(config?.server).to.deep.equal({
        host: '0.0.0.0',
        port: 5000,
        limits: {
          body: 2048,
          upload: 4096,
          parts: 9,
          timeoutMs: 500,
          inFlight: 50,
          eventLoopDelayMs: 0,
          headersMs: 3000,
          bodyMs: 4000,
          keepAliveMs: 65_000,
          headerBytes: 8192,
          headers: 50,
          url: 2000,
        },
        compression: false,
        assets: { keepHours: 48, keepMb: 8, folder: './built' },
        debugHeaders: true,
        docs: 'docs:read',
        accessLog: true,
        admin: { host: '10.0.0.5', port: false, isPortChosen: true },
        stop: { readinessDelayMs: 3000, drainMs: 20_000 },
        trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8'],
        allowedHosts: ['shop.tunnel.example'],
        rateLimit: { points: 600, seconds: 30, store: 'database', callers: 1000 },
        cors: { origins: ['https://app.example.com'], credentials: true, maxAge: 60 },
        headers: { 'x-frame-options': 'SAMEORIGIN', 'origin-agent-cluster': false },
      });
      expect(config?.reload).to.deep.equal({ watch: false, drainMs: 1000, migrate: 'always' });
      expect(config?.watchdog).to.deep.equal({ exitMs: 0 });
      expect(config?.calls).to.deep.equal({ timeoutMs: 300, breaker: { failures: 0, resetMs: 500 } });
      expect(config?.database).to.deep.equal({
        url: 'postgresql://shop:p%40ss@db.internal:5432/shop',
        connections: 7,
        isolation: 'search-path',
        seed: 'never',
      });
      expect(config?.files).to.deep.equal({ path: './uploads', maxBytes: 9000, pixels: 10_000, isPathOwed: false });
      expect(config?.auth.bearer.jwt).to.deep.equal({
        key: { kind: 'jwks', url: new URL('https://login.example.com/jwks.json') },
        issuer: 'example',
        audience: 'shop',
        lifetime: 60,
      });
      expect(config?.auth.session).to.deep.equal({
        secret: 'a secret of thirty-two bytes or more',
        lifetime: 900,
        secureCookie: 'always',
        signInPage: 'homepage',
      });
      expect(config?.graphql).to.deep.equal({
        path: '/graphql',
        access: 'private',
        introspection: 'never',
        limits: { depth: 3, aliases: 0, fields: 9, directives: 1, tokens: 100, cost: 50, listSize: 5, errors: 2 },
        persisted: { documents: './documents', only: true },
        apq: { enabled: true, entries: 4, bytes: 500 },
      });
      expect(config?.pages).to.deep.include({
        productPage: { path: '/products/:productId', access: 'private', permissions: [], query: [] },
        sale: { path: '/sale/:season', access: 'public', permissions: [], query: [] },
      });
    });

    it('writes token hashes small, and follows aliases', async () => {
      const { config } = await read();
      expect(
        config?.auth.bearer.tokens.map(({ sha256, permissions }) => [sha256.slice(0, 6), permissions]),
      ).to.deep.equal([
        ['2cf24d', ['reviews:write', 'foos:write']],
        ['486ea4', ['reviews:write', 'foos:write']],
      ]);
    });

    it('has the enabled extensions only, in order, with their places', async () => {
      const { config } = await read();
      const file = fixture('config-everything');
      expect(config?.extensions).to.deep.equal([
        {
          name: 'reviews',
          resolve: './extensions/reviews',
          placement: { kind: 'in-process' },
          timeoutMs: undefined,
          permissions: ['reviews:write'],
          declaredAt: { file, line: 40, column: 7 },
        },
        {
          name: 'foo',
          resolve: '@shop/foo',
          placement: { kind: 'in-process' },
          timeoutMs: 700,
          permissions: [],
          declaredAt: { file, line: 44, column: 7 },
        },
      ]);
    });

    it('enables by the environment too', async () => {
      const { config } = await readConfig(fixture('config-everything'), {
        environment: { ...environment, OLD: 'true' },
      });
      expect(config?.extensions.map(({ name }) => name)).to.deep.equal(['reviews', 'old', 'foo']);
    });

    it('freezes all of it', async () => {
      const { config } = await read();
      const thawed = (value: unknown, path: string): readonly string[] =>
        typeof value !== 'object' || value === null || value instanceof URL
          ? []
          : [
              ...(Object.isFrozen(value) ? [] : [path]),
              ...Object.entries(value).flatMap(([key, child]) => thawed(child, `${path}.${key}`)),
            ];
      expect(thawed(config, 'config')).to.deep.equal([]);
    });
  });

  context('given overrides from the command line', () => {
    it('puts them over the file', async () => {
      await using file = await temporaryConfig(withLines('server: { host: ::1, port: 1 }'));
      const { config } = await file.read({}, { overrides: { port: 0 } });
      expect(config?.server).to.deep.include({ host: '::1', port: 0 });
    });

    it('fills in their port where the file reads ${PORT}', async () => {
      const text = withLines('server: { port: "${PORT:-3000}", host: "a${PORT:-3000}.example" }');
      await using file = await temporaryConfig(text);
      const serverOf = async (environment: Readonly<Record<string, string>>, overrides: { readonly port?: number }) =>
        (await file.read(environment, { overrides })).config?.server;
      expect(await serverOf({ PORT: '1' }, { port: 2 })).to.deep.include({ host: 'a2.example', port: 2 });
      expect(await serverOf({ PORT: '1' }, {})).to.deep.include({ host: 'a1.example', port: 1 });
      expect(await serverOf({}, {})).to.deep.include({ host: 'a3000.example', port: 3000 });
    });
  });

  context('given a number from the environment that is none', () => {
    it('says which variable it was, and not what it held', async () => {
      await using file = await temporaryConfig(withLines('server: { port: "${PORT}" }'));
      const { findings } = await file.read({ PORT: 'http' });
      expect(brief(findings)).to.deep.equal(['1:17 CONFIG_INVALID']);
      expect(findings[0]?.what).to.equal(
        '"server.port" must be a whole number, but is a string, once ${PORT} is filled in',
      );
    });
  });

  context('given a quoted variable in a block over several lines', () => {
    it('points at the variable', async () => {
      await using file = await temporaryConfig(withLines('server:\n  host: >-\n    a\n    b${NOPE}\n'));
      expect(brief((await file.read()).findings)).to.deep.equal(['4:6 CONFIG_VARIABLE_MISSING']);
    });
  });

  context('given many mistakes at once', () => {
    it('reports all of them, in the order of the file', async () => {
      const { config, findings } = await readConfig(fixture('config-many-mistakes'), { environment: {} });
      expect(config).to.equal(undefined);
      expect(findings.filter(({ fix }) => fix === undefined)).to.deep.equal([]);
      expect(brief(findings)).to.deep.equal([
        '1:10 CONFIG_INVALID',
        '2:1 CONFIG_UNKNOWN_KEY',
        '3:34 CONFIG_INVALID',
        '3:52 CONFIG_UNKNOWN_KEY',
        '5:8 CONFIG_INVALID',
        '8:20 CONFIG_INVALID',
        '8:45 CONFIG_VARIABLE_MISSING',
        '10:19 CONFIG_INVALID',
        '10:50 CONFIG_INVALID',
        '11:20 CONFIG_INVALID',
        '13:3 CONFIG_INVALID',
        '14:21 PAGE_PATH_INVALID',
        '16:21 CONFIG_DUPLICATE',
        '17:3 CONFIG_INVALID',
        '17:20 PAGE_PATH_RESERVED',
        '18:18 PAGE_PATH_RESERVED',
        '18:18 CONFIG_DUPLICATE',
        '22:55 CONFIG_UNKNOWN_KEY',
        '23:15 CONFIG_DUPLICATE',
        '23:64 CONFIG_INVALID',
        '24:15 EXTENSION_NAME',
        '24:33 CONFIG_INVALID',
        '24:48 CONFIG_INVALID',
        '25:7 CONFIG_INVALID',
        '26:7 CONFIG_INVALID',
        '27:1 CONFIG_DUPLICATE',
      ]);
    });
  });
});

describe('loadConfig', () => {
  it('throws all findings when one is an error', async () => {
    const error: unknown = await loadConfig(fixture('config-many-mistakes'), { environment: {} }).catch(
      (reason) => reason,
    );
    expect(error).to.be.instanceOf(StartupError);
    expect(error).to.have.property('findings').with.length(26);
  });

  it('lets warnings pass, and hands them on', async () => {
    await using file = await temporaryConfig(
      withLines('auth: { bearer: { jwt: { jwks: "http://keys.example.com" } } }'),
    );
    const warnings: string[] = [];
    const warn = (findings: readonly Finding[]) => void warnings.push(...findings.map(({ code }) => code));
    expect(await loadConfig(file.file, { environment: {}, warn })).to.have.property('file', file.file);
    expect(warnings).to.deep.equal(['CONFIG_INSECURE']);
  });
});
