import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { describeConfig, readConfig } from '#config';
import { findingsJson, printFindings } from '../../src/cli/shared/print-findings.ts';
import { temporaryConfig, withLines } from '../config/temporary-config.ts';
import { testServer } from '../support/test-config.ts';

const secret = 'hunter2-of-more-than-thirty-two-bytes';
const hash = 'b'.repeat(64);

// Every place of gateway.yaml that can hold a text; the rest of the file is right.
const places: readonly [string, (value: unknown) => object][] = [
  ['version', (version) => ({ version })],
  ['server', (server) => ({ server })],
  ['server.host', (host) => ({ server: { host } })],
  ['server.port', (port) => ({ server: { port } })],
  ['server.limits.body', (body) => ({ server: { limits: { body } } })],
  ['server.admin.host', (host) => ({ server: { admin: { host } } })],
  ['server.admin.port', (port) => ({ server: { admin: { port } } })],
  ['database.url', (url) => ({ database: { url } })],
  ['database.isolation', (isolation) => ({ database: { isolation } })],
  ['auth.bearer.jwt.secret', (value) => ({ auth: { bearer: { jwt: { secret: value } } } })],
  ['auth.bearer.jwt.jwks', (jwks) => ({ auth: { bearer: { jwt: { jwks } } } })],
  ['auth.bearer.jwt.issuer', (issuer) => ({ auth: { bearer: { jwt: { secret: 'generated', issuer } } } })],
  ['auth.bearer.tokens[].sha256', (sha256) => ({ auth: { bearer: { tokens: [{ sha256, subject: 'a' }] } } })],
  ['auth.bearer.tokens[].subject', (subject) => ({ auth: { bearer: { tokens: [{ sha256: hash, subject }] } } })],
  ['auth.session.secret', (value) => ({ auth: { session: { secret: value } } })],
  ['auth.session.signInPage', (page) => ({ auth: { session: { signInPage: page } } })],
  ['graphql.access', (access) => ({ graphql: { access } })],
  ['graphql.limits', (limits) => ({ graphql: { limits } })],
  ['graphql.introspection', (introspection) => ({ graphql: { introspection } })],
  ['graphql.persisted.documents', (documents) => ({ graphql: { persisted: { documents } } })],
  ['pages', (pages) => ({ pages })],
  ['pages.sale.path', (path) => ({ pages: { sale: { path }, other: { path } } })],
  ['extensions', (value) => ({ system: { extensions: value } })],
  [
    'extensions[].name',
    (name) => ({
      system: {
        extensions: [
          { name, resolve: './a' },
          { name, resolve: './b' },
        ],
      },
    }),
  ],
  [
    'extensions[].resolve',
    (resolve) => ({
      system: {
        extensions: [
          { name: 'off', resolve: 'x', enabled: false },
          { name: 'a', resolve },
        ],
      },
    }),
  ],
  ['extensions[].placement', (placement) => ({ system: { extensions: [{ name: 'a', resolve: './a', placement }] } })],
];

async function everythingPrinted(text: string, environment: Record<string, string>): Promise<string> {
  await using file = await temporaryConfig(text);
  const { config, findings } = await file.read(environment);
  return [
    printFindings(findings, new PassThrough()),
    JSON.stringify(findingsJson(findings)),
    JSON.stringify(findings),
    config === undefined ? '' : JSON.stringify(describeConfig(config)),
  ].join('\n');
}

describe('a value from the environment', () => {
  for (const [place, build] of places) {
    for (const value of [secret, `/${secret}`, `https://u:${secret}@h/?x=${secret}`, `postgres://u:${secret}@h/d`]) {
      it(`appears in no output as ${place} (${value.slice(0, 9)})`, async () => {
        const text = stringify({ system: { extensions: [] }, ...build('${S}') });
        expect(await everythingPrinted(text, { S: value })).not.to.include('hunter2');
      });
    }
  }

  it('is masked in the description, at its place', async () => {
    await using file = await temporaryConfig(
      withLines('server: { host: "${HOST}", port: "${PORT}" }\ndatabase: { url: "postgres://u:${PW}@h/d" }'),
    );
    const { config } = await file.read({ HOST: 'h', PORT: '1', PW: secret });
    expect(config && describeConfig(config)).to.deep.include({
      server: {
        ...testServer({
          limits: { body: 102_400, inFlight: 1000, eventLoopDelayMs: 40 },
          stop: { readinessDelayMs: 100, drainMs: 8_000 },
        }),
        host: '***',
        port: '***',
        admin: { host: '127.0.0.1', port: 3001 },
      },
      database: { url: '***', connections: 20, isolation: 'role', seed: 'new-embedded' },
    });
  });

  it('is masked in the extension that it belongs to, when others before it are not enabled', async () => {
    await using file = await temporaryConfig(
      'system: { extensions: [{ name: a, resolve: "${A}", enabled: false }, { name: b, resolve: ./b }, { name: c, resolve: "${C}" }] }',
    );
    const { config } = await file.read({ A: './a', C: './c' });
    expect(config && describeConfig(config)).to.have.deep.nested.property('system.extensions', [
      { name: 'b', resolve: './b', enabled: true, placement: 'in-process' },
      { name: 'c', resolve: '***', enabled: true, placement: 'in-process' },
    ]);
  });

  it('leaves the config itself as it is', async () => {
    await using file = await temporaryConfig(withLines('server: { host: "${HOST}" }'));
    const { config } = await file.read({ HOST: 'shop' });
    if (config !== undefined) describeConfig(config);
    expect(config?.server.host).to.equal('shop');
  });
});

describe('a secret that stands in gateway.yaml itself', () => {
  it('is masked in the description', async () => {
    await using file = await temporaryConfig(
      withLines(`database: { url: "postgres://u:${secret}@h/d?sslpassword=${secret}" }
auth: { bearer: { jwt: { secret: ${secret} }, tokens: [{ sha256: ${hash}, subject: a }] } }`),
    );
    const { config } = await file.read();
    const description = JSON.stringify(config && describeConfig(config));
    expect(description).to.include('postgres://u:***@h/d');
    expect(description).not.to.match(/hunter2|bbbb/);
  });

  // A mistake on the next line brings the secret into the code frame.
  for (const [name, line] of [
    ['plain', `secret: ${secret}`],
    ['quoted', `secret: "${secret}"`],
    ['in a block', `secret: >-\n        ${secret}\n        ${secret}`],
    ['anchored', `secret: &s ${secret}`],
    ['of a wrong kind', `secret: [${secret}]`],
    ['as the default of a variable', `secret: "\${NOPE:-${secret}}"`],
  ] as const) {
    it(`is left out of code frames (${name})`, async () => {
      const text = withLines(`auth:\n  bearer:\n    jwt:\n      ${line}\n      isuer: x`);
      const printed = await everythingPrinted(text, {});
      expect(printed).to.include('isuer').and.include('***');
      expect(printed).not.to.include('hunter2');
    });
  }

  for (const [name, line] of [
    ['before a stray ": "', `secret: ${secret}: x`],
    ['in an open quote', `secret: "${secret}`],
    ['without its colon', `secret ${secret}\n      x: "`],
    ['behind a tab', `\tsecret: ${secret}`],
    ['with a bad escape', `secret: "\\q${secret}"`],
    ['of an unknown tag', `secret: !${secret} x`],
  ] as const) {
    it(`is left out when the file is not well-formed (${name})`, async () => {
      const printed = await everythingPrinted(`auth:\n  bearer:\n    jwt:\n      ${line}\n`, {});
      expect(printed).to.include('CONFIG_SYNTAX');
      expect(printed).not.to.include('hunter2');
    });
  }

  it('keeps what is no secret visible', async () => {
    const printed = await everythingPrinted('database: { url: embedded, x: 1 }\nsystem: { extensions: [] }', {});
    expect(printed).to.include('url: embedded, x: 1');
  });
});

describe('any text whatever', () => {
  const fixture = fileURLToPath(new URL('../fixtures/config-everything/gateway.yaml', import.meta.url));

  it('as gateway.yaml gives findings or a config, never an exception', async () => {
    await using file = await temporaryConfig('');
    const { source = '' } = (await readConfig(fixture, { environment: { DATABASE_PASSWORD: 'x' } })).config ?? {};
    const lines = source.split('\n');
    // Mostly pieces of a right file, shuffled, since pure noise does not get beyond the parser.
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...lines) },
      fc.string(),
      fc.constantFrom('<<: *writes', '? x', '- - -', '...', '---'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (given) => {
        await file.write(given.join('\n'));
        const { config, findings } = await file.read();
        expect(printFindings(findings)).to.be.a('string');
        expect((config === undefined) === findings.some(({ severity }) => severity === 'error')).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });

  it('as a value gives findings or a config, never an exception', async () => {
    await using file = await temporaryConfig('');
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('${A}', '${A:-b}', '$${', '${', '${:?}', '${A:?no}'),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), value, fc.string(), async ([, build], given, variable) => {
        await file.write(stringify({ system: { extensions: [] }, ...build(given) }));
        const { config, findings } = await file.read({ A: variable });
        expect((config === undefined) === findings.some(({ severity }) => severity === 'error')).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });
});
