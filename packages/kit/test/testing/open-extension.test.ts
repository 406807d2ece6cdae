import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type ExtensionOptions, openExtension } from 'stoa/testing';
import { StartupError } from '../../../../src/base/index.ts';
import { runStoa } from '../../../../test/support/run-stoa.ts';
import type { ExtensionContract } from '../../src/shop/index.ts';

const contract: ExtensionContract = {
  contract: 1,
  extension: 'loyalty',
  gives: { sdl: [], routes: {}, components: {} },
  needs: {
    pages: { productPage: { path: '/products/:productId', notFoundWhenNull: 'product' } },
    extensions: {
      catalog: {
        sdl: [
          'type Product @key(fields: "productId") { productId: ID! price: Float! }',
          'extend type Query { product(id: ID!): Product }',
        ],
        routes: {},
        components: { 'productPage/Frame': { areaId: 'content', sortOrder: 1, areas: ['frame'] } },
      },
    },
  },
};

/** An extension that gives points for products, with mistakes that only some inputs show. */
const files: Readonly<Record<string, string>> = {
  'extension.contract.json': JSON.stringify(contract),
  'graphql/Points.graphql': `extend type Product { points: Int! }
    extend type Query { account(id: ID!): Account }
    type Account { id: ID! points: Int! level: Level! }
    enum Level { SILVER GOLD }`,
  'graphql/Points.resolvers.ts': `export default {
    Product: { points: { batch: async (products, _args, { database }) => {
      const rows = await database.query('select id, points from product_points where id = any($1)', [products.map((p) => p.productId)]);
      return products.map((p) => rows.find((row) => row.id === p.productId)?.points ?? 0);
    } } },
    Query: { account: (_root, { id }) => ({ id, points: 5, level: id === 'wrong' ? 'BRONZE' : 'GOLD' }) },
  };`,
  'api/addPoints/route.json': JSON.stringify({
    methods: ['POST'],
    path: '/points/:productId',
    access: 'private',
    permissions: ['points:write'],
    body: { points: { type: 'Int!', minimum: 0, maximum: 5 } },
  }),
  'api/addPoints/bodyParser.ts': "import express from 'express';\nexport default express.json({ inflate: false });",
  'api/addPoints/[bodyParser]addPoints.ts': `export default async (request, response) => {
    await request.context.database.query('insert into product_points values ($1, $2)', [request.params.productId, request.body.points]);
    response.status(201).json({ success: true, data: {} });
  };`,
  'pages/productPage/Points.tsx': `export const layout = { areaId: 'frame', sortOrder: 1 };
    export const query = 'query { product(id: getContextValue("productId")) { points price } }';
    export default function Points({ product }) { return <p>{product.points} points of {product.price}</p>; }`,
  'migrations/001-points.sql': 'create table product_points (id text, points int not null);',
  'seed/001-points.sql': "delete from product_points; insert into product_points values ('1', 7);",
};

const folders: string[] = [];
const made = new Map<string, Promise<string>>();

type Changes = Readonly<Record<string, string | undefined>>;

/** Equal extensions share a folder, so they are bundled once. */
function makeExtension(changes: Changes = {}): Promise<string> {
  const key = JSON.stringify(Object.entries(changes));
  const folder = made.get(key) ?? writeExtension(changes);
  made.set(key, folder);
  return folder;
}

async function writeExtension(changes: Changes): Promise<string> {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'stoa-kit-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ ...files, ...changes })) {
    if (text === undefined) continue;
    const file = join(root, 'extensions/loyalty', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return root;
}

async function open(options: ExtensionOptions = {}) {
  return await openExtension('loyalty', { from: await makeExtension(), ...options });
}

describe('openExtension', () => {
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  it('gives GraphQL, REST and pages of an extension beside stand-ins', async () => {
    await using loyalty = await open({ mocks: { Product: { price: 2.5 } } });
    expect(await loyalty.graphql('{ product(id: "1") { points price } account(id: "a") { level } }')).to.deep.equal({
      data: { product: { points: 7, price: 2.5 }, account: { level: 'GOLD' } },
    });
    const token = await loyalty.token({ permissions: ['points:write'] });
    expect((await loyalty.rest('POST', '/points/2', { body: { points: 3 }, token })).status).to.equal(201);
    expect((await loyalty.rest('POST', '/points/2', { body: { points: 9 }, token })).status).to.equal(400);
    expect((await loyalty.rest('POST', '/points/2', { body: { points: 3 } })).status).to.equal(401);
    const { status, html } = await loyalty.page('/products/2');
    expect(status).to.equal(200);
    expect(html.replace(/<!--.*?-->/g, '')).to.include('<p>3 points of 2.5</p>');
  });

  it('refuses options of a request in the place of its variables', async () => {
    await using loyalty = await open();
    const token = await loyalty.token();
    const error = await loyalty.graphql('{ account(id: "a") { level } }', { token }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.include('graphql(document, {}, { token })');
    const document = 'query ($token: ID!) { account(id: $token) { level } }';
    expect(await loyalty.graphql(document, { token })).to.have.nested.property('data.account.level');
  });

  it('gives each test a database of its own, with the demonstration data if wanted', async () => {
    await using first = await open();
    await first.database.query("insert into product_points values ('5', 1)");
    await using second = await open();
    expect(await second.database.query('select * from product_points')).to.deep.equal([{ id: '1', points: 7 }]);
    await using empty = await open({ seed: false });
    expect(await empty.database.query('select * from product_points')).to.deep.equal([]);
  });

  it('gives the settings of the test, and makes up what a shop has to set', async () => {
    const properties = { key: { type: 'string' }, rate: { type: 'integer', default: 2, live: true } };
    const from = await makeExtension({
      'settings.schema.json': JSON.stringify({ type: 'object', required: ['key'], properties }),
      'api/settings/route.json': '{ "methods": ["GET"], "path": "/settings", "access": "public" }',
      'api/settings/settings.ts': 'export default (request, response) => response.json(request.context.settings);',
    });
    await using given = await openExtension('loyalty', { from, settings: { key: 'a', rate: 3 } });
    expect((await given.rest('GET', '/settings')).body).to.deep.equal({ key: 'a', rate: 3 });
    await using madeUp = await openExtension('loyalty', { from });
    const { body } = await madeUp.rest<Readonly<Record<string, unknown>>>('GET', '/settings');
    expect([typeof body.key, body.rate]).to.deep.equal(['string', 2]);
  });

  it('asks for internal fields as another extension does, and gives those that it uses', async () => {
    const catalog = {
      ...contract.needs.extensions.catalog,
      sdl: [
        'type Product @key(fields: "productId") { productId: ID! price: Float! cost: Float! @internal }',
        'extend type Query { product(id: ID!): Product }',
      ],
    };
    const needs = { ...contract.needs, extensions: { catalog } };
    const from = await makeExtension({
      'extension.contract.json': JSON.stringify({ ...contract, needs }),
      'package.json': '{ "name": "loyalty", "type": "module", "stoa": { "uses": ["Product.cost"] } }',
      'graphql/Margin.graphql': 'extend type Query { margin(id: ID!): Float @internal @authenticated }',
      'graphql/Margin.resolvers.ts': `export default { Query: { margin: async (_, { id }, { query }) => {
        const { data } = await query('query ($id: ID!) { product(id: $id) { price cost } }', { id });
        return data.product.price - data.product.cost;
      } } };`,
    });
    await using loyalty = await openExtension('loyalty', { from, mocks: { Product: { price: 5, cost: 3 } } });
    const document = 'query ($id: ID!) { margin(id: $id) }';
    expect(await loyalty.ask(document, { id: '1' }, {})).to.deep.equal({ data: { margin: 2 } });
    const { errors = [] } = await loyalty.ask(document, { id: '1' });
    expect(errors.map(({ extensions }) => extensions?.code)).to.deep.equal(['UNAUTHENTICATED']);
    const ofClient = await loyalty.graphql(document, { id: '1' });
    expect(ofClient.errors?.map(({ message }) => message)).to.deep.equal([
      'Cannot query field "margin" on type "Query".',
    ]);
  });

  it('waits for no disk, since its data goes away', async () => {
    await using loyalty = await open();
    expect(await loyalty.database.query('show fsync')).to.deep.equal([{ fsync: 'off' }]);
  });

  it('proves that a level costs one query', async () => {
    await using loyalty = await open();
    loyalty.queries();
    await loyalty.graphql('{ a: product(id: "1") { points } }');
    expect(loyalty.queries()).to.have.lengthOf(1);
    expect(loyalty.queries()).to.have.lengthOf(0);
  });

  it('rejects when a result is none of its type', async () => {
    await using loyalty = await open();
    const asked = loyalty.graphql('{ account(id: "wrong") { level } }');
    const error = await asked.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.match(
      /^Error: The code of loyalty is wrong:\n {2}Query\.account\.level: "BRONZE" is no Level \(.*\.resolvers\.ts:\d+\)\n {2}fix: /,
    );
    // The next call is judged by itself.
    expect(await loyalty.graphql('{ account(id: "right") { level } }')).to.have.property('data');
  });

  it('rejects when a component throws on the server', async () => {
    const text = files['pages/productPage/Points.tsx']?.replace(
      'return',
      "if (product.points === 7) throw new Error('7');\n return",
    );
    const from = await makeExtension({ 'pages/productPage/Points.tsx': text });
    await using loyalty = await openExtension('loyalty', { from });
    expect((await loyalty.page('/products/2')).status).to.equal(200);
    const error = await loyalty.page('/products/1').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.match(
      /the component productPage\/Points threw on the server: 7 \(.*Points\.tsx:3\)\n {2}fix: /,
    );
  });

  it('rejects when a component is not pure, unless it says so', async () => {
    const name = 'pages/productPage/Points.tsx';
    const pathsOf = (text = '') => ({ [name]: text.replace('return', 'product = { points: Date.now() };\n return') });
    const from = await makeExtension(pathsOf(files[name]));
    await using loyalty = await openExtension('loyalty', { from });
    const error = await loyalty.page('/products/1').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(String(error)).to.match(/the component productPage\/Points is not pure: .*\n {2}fix: /);
    const live = await makeExtension(pathsOf(`${files[name]}\nexport const cached = false;\n`));
    await using other = await openExtension('loyalty', { from: live });
    expect((await other.page('/products/1')).status).to.equal(200);
  });

  it('knows all fields of a neighbour whose whole contract is in contracts/', async () => {
    const gives = {
      ...contract.needs.extensions.catalog,
      sdl: [
        'type Product @key(fields: "productId") { productId: ID! price: Float! name: String! label: Label }',
        'extend type Query { product(id: ID!): Product }',
      ],
    };
    const catalog = { contract: 1, extension: 'catalog', gives, needs: { pages: {}, extensions: {} } };
    const from = await makeExtension({ 'contracts/catalog.json': JSON.stringify(catalog) });
    await using loyalty = await openExtension('loyalty', { from });
    expect(await loyalty.graphql('{ product(id: "1") { name } }')).to.have.nested.property('data.product.name');
    // The type Label is of an extension that is not there.
    expect(await loyalty.graphql('{ product(id: "1") { label } }')).to.have.property('errors');
  });

  it('opens beside a neighbour whose form is on a page that this shop does not have', async () => {
    const signIn = {
      methods: ['POST'],
      path: '/sign-in',
      access: 'public',
      consumes: ['form'],
      form: { page: 'signIn' },
      body: { email: 'String!' },
    };
    const gives = { ...contract.needs.extensions.catalog, routes: { openSession: signIn } };
    const catalog = { contract: 1, extension: 'catalog', gives, needs: { pages: {}, extensions: {} } };
    const from = await makeExtension({ 'contracts/catalog.json': JSON.stringify(catalog) });
    await using loyalty = await openExtension('loyalty', { from });
    expect((await loyalty.rest('POST', '/sign-in', { body: { email: 'a@b.c' } })).status).to.equal(415);
  });

  it('says where a neighbour comes from when one is missing', async () => {
    const from = await makeExtension({ 'extension.contract.json': undefined });
    const error = await openExtension('loyalty', { from }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof StartupError)) throw new Error('it has opened');
    expect(error.findings.map(({ code }) => code)).to.include('TYPE_EXTENDED_UNKNOWN');
    expect(error.findings[0]?.fix).to.include('Alone, it knows no other extension').and.include('contracts/');
  });

  it('says where it has looked for an extension', async () => {
    const error = await openExtension('nothing', { from: tmpdir() }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(StartupError);
  });
});

describe('stoa test', () => {
  const title = 'loyalty: points';
  const test = `import assert from 'node:assert/strict';
    import { describe, it } from 'mocha';
    import { openExtension } from 'stoa/testing';
    describe('${title}', () => {
      it('are counted', async () => {
        await using loyalty = await openExtension('loyalty');
        const { data } = await loyalty.graphql('{ product(id: "1") { points } }');
        assert.deepEqual(data, { product: { points: 7 } });
      });
    });`;

  async function run(changes: Changes, words: readonly string[] = [], { ownServer = false } = {}) {
    const from = await makeExtension({ 'test/points.test.ts': test, ...changes });
    const environment = ownServer ? { STOA_TEST_POSTGRES: undefined } : {};
    return await runStoa(['test', 'loyalty', ...words], { file: join(from, 'gateway.yaml'), environment });
  }

  const addPoints = 'api/addPoints/[bodyParser]addPoints.ts';

  it('runs the tests, and asks for each field and route', async () => {
    const rank = `import { it } from 'mocha';
      import { openExtension } from 'stoa/testing';
      it('ranks', async () => {
        await using loyalty = await openExtension('loyalty');
        await loyalty.graphql('{ best { rank } }');
      });`;
    const { code, stdout } = await run({
      // Nothing leads to a card, and the SDL says why.
      'graphql/Card.graphql': `extend type Query { card(id: ID!): Card }
        type Card {
          # stoa-allow TEST_NOT_REACHED: none is sold yet
          rank: Int
        }`,
      'graphql/Card.resolvers.ts': 'export default { Query: { card: () => null }, Card: { rank: () => 1 } };',
      // The first call alone leads to a medal, and a test makes it.
      'graphql/Medal.graphql': 'extend type Query { best: Medal } type Medal { rank: Int }',
      'graphql/Medal.resolvers.ts': `let calls = 0;
        export default { Query: { best: () => (calls++ === 0 ? {} : null) }, Medal: { rank: () => 1 } };`,
      'test/rank.test.ts': rank,
    });
    expect(code, stdout).to.equal(0);
    for (const line of [
      title,
      'Product.points answers',
      'Query.account answers',
      'POST /points/:productId answers any',
      '- Card.rank answers what the SDL says: not reached, none is sold yet',
    ])
      expect(stdout).to.include(line);
  });

  it('fails for a test', async () => {
    const failing = { 'test/points.test.ts': test.replace('points: 7', 'points: 8') };
    const { code, stdout } = await run(failing, ['--runs', '0'], { ownServer: true });
    expect([code, stdout.includes('1 failing')]).to.deep.equal([1, true]);
  });

  it('fails for code that is wrong, and says each time what and where', async () => {
    const page = 'pages/productPage/Points.tsx';
    const { code, stdout } = await run({
      'graphql/Points.resolvers.ts': files['graphql/Points.resolvers.ts']?.replace('points: 5', "points: 'five'"),
      [page]: files[page]?.replace('return', "throw new TypeError('no points');\n return"),
      [addPoints]: `export default (request, response) => {
        if (request.body.points === 5) throw new Error('five');
        response.json({});
      };`,
      'graphql/Card.graphql': 'extend type Query { card(id: ID!): Card }\ntype Card {\n  # The rank.\n  rank: Int\n}',
      'graphql/Card.resolvers.ts': 'export default { Query: { card: () => null }, Card: { rank: () => 1 } };',
    });
    expect(code).to.equal(1);
    for (const fault of [
      /Query\.account\.points: "five" is no Int/,
      /productPage\/Points threw on the server: no points \(.*Points\.tsx:3\)/,
      /POST \/points\/\S+ \{"points":5\} is answered with 500/,
      /Card\.rank: not reached: nothing has called its resolver \(.*Card\.graphql:4\)\n\s*fix: .*TEST_NOT_REACHED/,
    ])
      expect(stdout).to.match(fault);
  });

  it('runs those only that are named, and fails soon for a handler that never answers', async () => {
    const changes = { [addPoints]: 'export default () => new Promise(() => undefined);' };
    const { code, stdout } = await run(changes, ['--grep', 'answers any body']);
    expect([code, stdout.includes(title)]).to.deep.equal([1, false]);
    // The time limit of a test would say something else.
    expect(stdout).to.match(
      /POST \/points\/\S+ .* is never answered by one of .*addPoints\/\[bodyParser\]addPoints.ts/,
    );
  });

  it('shows a route as pending when it can make up no body', async () => {
    const { code, stdout } = await run(
      {
        'api/addCode/route.json': JSON.stringify({
          methods: ['POST'],
          path: '/codes',
          access: 'public',
          body: { code: { type: 'String!', pattern: '^[0-9]{8}$' } },
        }),
        'api/addCode/addCode.ts': 'export default (request, response) => response.json({});',
      },
      ['--grep', '/codes answers'],
    );
    expect([code, stdout.includes('1 pending')]).to.deep.equal([0, true]);
    expect(stdout).to.include('no body that its schema takes could be made up');
  });

  it('calls resolvers of the types of others, though no root field leads to them', async () => {
    const alone = structuredClone(contract);
    const catalog = {
      ...alone.needs.extensions.catalog,
      sdl: ['type Product @key(fields: "productId") { productId: ID! }'],
    };
    const { code, stdout } = await run({
      'extension.contract.json': JSON.stringify({ ...alone, needs: { pages: {}, extensions: { catalog } } }),
      'graphql/Points.graphql': 'extend type Product { tip: Int }',
      'graphql/Points.resolvers.ts': "export default { Product: { tip: () => { throw new Error('no tip'); } } };",
      'pages/productPage/Points.tsx': undefined,
      'test/points.test.ts': undefined,
    });
    expect(code).to.equal(1);
    expect(stdout).to.match(/Points\.resolvers\.ts:1: madeUpProduct\.tip: no tip/);
  });

  it('fails for a seed that cannot run twice', async () => {
    const name = 'seed/001-points.sql';
    const again = await run({ [name]: "insert into product_points values ('1', 7);" }, ['--grep', 'seed']);
    expect(again.code).to.equal(1);
    expect(again.stdout).to.match(/product_points has 2 rows, and 3 when the seed runs again \(.*001-points\.sql\)/);
    const failing = await run(
      {
        [name]: "insert into product_points values ('1', 7);",
        'migrations/001-points.sql': 'create table product_points (id text primary key, points int not null);',
      },
      ['--grep', 'seed'],
    );
    expect(failing.code).to.equal(1);
    expect(failing.stdout).to.match(/duplicate key.*001-points\.sql:1|001-points\.sql:1.*duplicate key/s);
  });

  it('says what keeps an extension from starting', async () => {
    const { code, stderr } = await run({ 'graphql/Points.graphql': 'extend type Product { points: Int!' });
    expect([code, stderr.includes('SDL_SYNTAX')]).to.deep.equal([1, true]);
  });

  it('passes for reviews where no other extension is', async () => {
    const root = await mkdtemp(join(await realpath(tmpdir()), 'stoa-alone-'));
    folders.push(root);
    const repository = resolve(import.meta.dirname, '../../../..');
    await cp(join(repository, 'extensions/reviews'), join(root, 'extensions/reviews'), { recursive: true });
    // As npm installs the package that it names.
    await mkdir(join(root, 'node_modules/@stoa'), { recursive: true });
    await symlink(join(repository, 'packages/desk-ui'), join(root, 'node_modules/@stoa/desk-ui'));
    const words = ['test', 'reviews', '--grep', 'by itself'];
    const { code, stdout } = await runStoa(words, { file: join(root, 'gateway.yaml') });
    expect([code, stdout.includes('failing')], stdout).to.deep.equal([0, false]);
  });
});
