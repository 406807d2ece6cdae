import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import createClient from 'openapi-fetch';
import { readConfig } from '#config';
import { runStoa, withoutProgress } from '../support/run-stoa.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject, onlyLines, shopConfig } from '../support/test-project.ts';

const root = resolve(import.meta.dirname, '../..');

const withDocs = (docs: string) => (text: string) => text.replace('server: { ', `server: { docs: "${docs}", `);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

describe('/openapi.json', () => {
  let shop: TestGateway;
  let document: Document;
  before(async () => {
    shop = await startGateway({ config: withDocs('public') });
    document = await (await fetch(`${shop.url}/openapi.json`)).json();
  });
  after(() => shop[Symbol.asyncDispose]());

  it('is an OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    expect(errors).to.equal(undefined);
    expect([valid, validator.version]).to.deep.equal([true, '3.1']);
  });

  it('has every route and method of the shop', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const routes = shop.gateway.routes.endpoints.flatMap(({ methods, path }) =>
      methods.map((each) => `${each} ${path}`),
    );
    expect(described.toSorted()).to.deep.equal(routes.toSorted());
    expect(routes).to.not.have.lengthOf(0);
  });

  it('has an operationId of its own for each', () => {
    const ids = operations(document).map(({ operationId }) => operationId);
    expect(ids).to.include('addReview');
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('says who may call', () => {
    expect(document.paths['/foos']?.post?.security).to.deep.equal([{ bearer: [] }, { session: [] }]);
    expect(document.paths['/products/{productId}/reviews']?.post?.security).to.deep.equal([]);
    const manage = document.paths['/reviews/{reviewId}']?.delete ?? document.paths['/reviews/{id}']?.delete;
    expect(manage?.security[0]).to.deep.equal({ bearer: ['reviews:write'] });
    expect(manage?.responses).to.include.keys('401', '403', '404', '500');
  });

  it('has examples that the routes accept', async () => {
    const example = document.paths['/foos']?.post?.requestBody?.content['application/json']?.example;
    const token = await shop.token();
    expect((await shop.rest('POST', '/foos', { body: example, token })).status).to.equal(201);
  });

  it('has the refusals that the routes give', async () => {
    const { responses } = document.paths['/foos']?.post ?? {};
    const answer = await shop.rest('POST', '/foos', { body: {}, token: await shop.token() });
    expect(JSON.stringify(responses?.['400'])).to.include(JSON.stringify(answer.body));
  });

  it('is what "stoa openapi" prints, at the address that it is given', async () => {
    const { stdout, code } = await runStoa(['openapi', '--server', 'https://shop.example'], { file: shop.file });
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ ...document, servers: [{ url: 'https://shop.example' }] });
  });

  it('is written into a folder that the command makes, and a file that cannot be written is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-openapi-'));
    for (const command of ['openapi', 'schema']) {
      const output = join(folder, command, 'made/file');
      expect(await runStoa([command, '-o', output], { file: shop.file })).to.include({ code: 0, stdout: '' });
      expect(await readFile(output, 'utf8')).to.include('foos');
      const { code, stderr } = await runStoa([command, '-o', dirname(output)], { file: shop.file });
      expect([code, withoutProgress(stderr)]).to.deep.equal([
        1,
        `${dirname(output)}  error OUTPUT_UNWRITABLE\n  the output cannot be written here (EISDIR)\n  fix: Name with --output a file that this process may write.\n\n1 error.\n`,
      ]);
    }
    await rm(folder, { recursive: true });
  });

  it('gives a client of openapi-typescript that works, and whose types find mistakes', async () => {
    // In the repository, so that TypeScript finds openapi-fetch.
    const folder = await mkdtemp(join(root, 'test/openapi/client-generator/.client-'));
    try {
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
      const generator = join(root, 'test/openapi/client-generator/node_modules/openapi-typescript/bin/cli.js');
      const made = spawnSync(process.execPath, [generator, 'openapi.json', '-o', 'api.d.ts'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([made.status, made.stderr]).to.deep.equal([0, '']);
      await writeFile(join(folder, 'client.ts'), clientText);
      await writeFile(join(folder, 'tsconfig.json'), tsconfigText);
      const tsc = join(root, 'node_modules/.bin/tsc');
      const checked = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' });
      expect([checked.status, checked.stdout]).to.deep.equal([0, '']);
      const { run } = await import(join(folder, 'client.ts'));
      expect(await run(createClient, shop.url, await shop.token())).to.deep.equal([
        { id: 'number', name: 'Ashwagandha', description: 'A root' },
        { error: 'name and description are required' },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** The client's code. Each `@ts-expect-error` is a mistake that the types must find. */
const clientText = `
import type createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

export async function run(create: typeof createClient, baseUrl: string, token: string) {
  const client = create<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const made = await client.POST('/foos', { body: { name: 'Ashwagandha', description: 'A root' } });
  const success: true | undefined = made.data?.success;
  if (success !== true) throw new Error(made.error?.error);
  const foo = (made.data?.data as { foo: { id: unknown } }).foo;
  // @ts-expect-error a body without its required field
  const refused = await client.POST('/foos', { body: { name: 'Ashwagandha' } });
  // @ts-expect-error a parameter that is missing
  void (() => client.POST('/products/{productId}/reviews', { params: {}, body: { author: 'a', rating: 5, comment: 'c' } }));
  // @ts-expect-error a rating that is a text
  void (() => client.POST('/products/{productId}/reviews', { params: { path: { productId: '1' } }, body: { author: 'a', rating: '5', comment: 'c' } }));
  // @ts-expect-error a path that no route has
  void (() => client.GET('/nothing'));
  return [{ ...foo, id: typeof foo.id }, refused.error];
}
`;

const tsconfigText = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['es2024', 'dom', 'dom.iterable'],
  },
  files: ['client.ts'],
});

/** Two extensions suffice for who may read the reference. */
const small = onlyLines('theme', 'foo');
const smallWithDocs = (docs: string) => (text: string) => withDocs(docs)(small(text));

describe('the REST reference', () => {
  it('is off in production, and open in development', async () => {
    await using production = await startGateway({ empty: true, config: small });
    for (const path of ['/openapi.json', '/docs', '/docs/start.js'])
      expect((await fetch(production.url + path)).status, path).to.equal(404);
    await using development = await startGateway({ empty: true, development: true, config: small });
    for (const path of ['/openapi.json', '/docs', '/docs/start.js', '/docs/swagger-ui.css'])
      expect((await fetch(development.url + path)).status, path).to.equal(200);
    expect((await fetch(`${development.url}/docs/package.json`)).status).to.equal(404);
  });

  it('is without its page where its package is not installed, and a warning of the config says so', async () => {
    const file = await fixtureProject('small-shop', (text) => text.replace('port: 0', 'port: 0, docs: public'));
    await withoutPackage(file, 'swagger-ui-dist');
    const { findings } = await readConfig(file, { environment: {} });
    expect(findings.map(({ code, severity, where }) => [code, severity, where.line])).to.deep.equal([
      ['DOCS_NOT_INSTALLED', 'warning', 2],
    ]);
    await using shop = await startGateway({ file });
    for (const path of ['/docs', '/docs/start.js', '/docs/swagger-ui.css']) {
      const response = await fetch(shop.url + path);
      expect([response.status, await response.text()], path).to.satisfy(
        ([status, text]: [number, string]) => status === 404 && text.includes('npm install swagger-ui-dist'),
      );
    }
    expect((await fetch(`${shop.url}/openapi.json`)).status).to.equal(200);
  });

  it('asks for the permission that gateway.yaml names', async () => {
    await using shop = await startGateway({ empty: true, config: smallWithDocs('docs:read') });
    const statusOf = async (permissions?: readonly string[]): Promise<number> => {
      const headers = permissions === undefined ? {} : { authorization: `Bearer ${await shop.token(permissions)}` };
      const { status } = await fetch(`${shop.url}/openapi.json`, { headers });
      return status;
    };
    expect([await statusOf(), await statusOf(['reviews:write']), await statusOf(['docs:read'])]).to.deep.equal([
      401, 403, 200,
    ]);
  });

  it('asks for a signed-in caller when it is private', async () => {
    await using shop = await startGateway({ empty: true, config: smallWithDocs('private') });
    expect((await fetch(`${shop.url}/docs`)).status).to.equal(401);
    const headers = { authorization: `Bearer ${await shop.token()}` };
    const response = await fetch(`${shop.url}/docs`, { headers });
    expect([response.status, response.headers.get('cache-control')]).to.deep.equal([200, 'private, no-cache']);
  });

  it('answers 405 with Allow, and 304 to a browser that has it', async () => {
    await using shop = await startGateway({ empty: true, config: smallWithDocs('public') });
    const posted = await fetch(`${shop.url}/docs`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    const first = await fetch(`${shop.url}/openapi.json`);
    const again = await fetch(`${shop.url}/openapi.json`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([first.status, again.status]).to.deep.equal([200, 304]);
  });

  it('leaves a path to the page that has it', async () => {
    const config = (text: string) =>
      smallWithDocs('public')(text).replace('pages:', 'pages:\n  manual: { path: /docs }');
    await using shop = await startGateway({ empty: true, config });
    expect(await (await fetch(`${shop.url}/docs`)).text()).to.not.include('swagger');
    expect((await fetch(`${shop.url}/openapi.json`)).status).to.equal(200);
  });

  it('has one key, and its mistakes are found', async () => {
    const file = await shopConfig(withDocs('sometimes'));
    const { stderr, code } = await runStoa(['openapi'], { file });
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/gateway-\S+\.yaml:4/)
      .and.to.include('off, public, private or a permission such as docs:read');
  });
});

/** Hides a package of this repository from a shop: the shop has one without files. */
async function withoutPackage(file: string, name: string): Promise<void> {
  const folder = join(dirname(file), 'node_modules', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, exports: {} }));
}

function operations({ paths }: Document): readonly Operation[] {
  return Object.values(paths).flatMap((each) => Object.values(each));
}
