import { access, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../../../../test/support/run-stoa.ts';
import { startGateway } from '../../../../test/support/start-gateway.ts';

type Files = Readonly<Record<string, string>>;

/** A shop with products. */
const shop: Files = {
  'gateway.yaml': `version: 1
server: { port: 0 }
database: { url: '\${DATABASE_URL:-embedded}' }
pages:
  homepage: { path: / }
  productPage: { path: "/products/:productId" }
system:
  extensions:
    - { name: goods, resolve: ./extensions/goods }
`,
  'package.json': '{ "type": "module" }',
  'extensions/goods/graphql/Product.graphql':
    'type Product @key(fields: "productId") { productId: ID! name: String! }\nextend type Query { product(id: ID!): Product }\n',
  'extensions/goods/graphql/Product.resolvers.ts': `const find = (productId: string) => ({ productId, name: 'Tea' });
export default {
  Query: { product: (_root: unknown, { id }: { id: string }) => find(id) },
  Product: { __resolveReference: ({ productId }: { productId: string }) => find(productId) },
};
`,
};

/** In the form of EverShop 1: CommonJS, a third parameter, and no \`src/\`. */
const first: Files = {
  'package.json':
    '{ "name": "gift-wrap", "version": "1.2.0", "dependencies": { "left-pad": "^1.0.0", "@evershop/evershop": "^1" } }',
  'bootstrap.js': "const config = require('config');\nmodule.exports = () => config;\n",
  'api/wrapGift/route.json':
    '{ "methods": ["POST"], "path": "/gifts/:id/wrap", "access": "public", "name": "Wraps a gift" }',
  'api/wrapGift/payloadSchema.json': JSON.stringify({
    type: 'object',
    properties: { paper: { type: 'string', errorMessage: { type: 'Paper is a text' } } },
    required: ['paper'],
    errorMessage: { required: { paper: 'Choose a paper' } },
  }),
  'api/wrapGift/[context]bodyParser[auth].js':
    "const bodyParser = require('body-parser');\nmodule.exports = (request, response, delegate, next) => { bodyParser.json({ inflate: false })(request, response, next); };\n",
  'api/wrapGift/[bodyParser]choosePaper.js':
    "const { papers } = require('../../services/papers');\nmodule.exports = async (request, response) => { request.paper = papers[request.body.paper] ?? 'plain'; };\n",
  'api/wrapGift/note[wrap].js': 'module.exports = (request, response, next) => { request.note = true; next(); };\n',
  'api/wrapGift/[choosePaper]wrap.js': `const { OK, INVALID_PAYLOAD } = require('@evershop/evershop/src/lib/util/httpStatus');
module.exports = async (request, response, delegate, next) => {
  if (request.paper === 'none') {
    response.status(INVALID_PAYLOAD);
    return response.json({ error: { message: 'none' } });
  }
  response.status(OK);
  response.json({ data: { id: request.params.id, paper: request.paper, note: request.note } });
};
`,
  'services/papers.js': "const { bold } = require('./bold');\nmodule.exports.papers = { red: bold('red') };\n",
  'services/bold.js': 'exports.bold = (text) => `*${text}*`;\n',
  'services/unused.js': 'module.exports = 1;\n',
  'subscribers/order_placed/thank.js': 'module.exports = () => {};\n',
  'migration/Version-1.0.0.js': 'module.exports = exports = async (connection) => {};\n',
  'pages/admin/wraps/Grid.jsx': 'export default () => <p />;\n',
};

/** In the form of EverShop 2: ES modules in \`src/\`. */
const second: Files = {
  'package.json': '{ "name": "product-comment", "type": "module" }',
  'src/api/addComment/route.json': '{ "methods": ["POST"], "path": "/comments", "access": "public" }',
  'src/api/addComment/addComment.ts': `import { pool } from '@evershop/evershop/lib/postgres';
import { insert } from '@evershop/postgres-query-builder';
export default async (request, response, next) => {
  const customer = request.getCurrentCustomer();
  response.json(await insert('comment').given({ customer, text: request.body.text }).execute(pool));
};
`,
  'src/api/sayMotto/route.json': '{ "methods": ["GET"], "path": "/motto", "access": "public" }',
  'src/api/sayMotto/sayMotto.ts': `import type { EvershopRequest, EvershopResponse } from '@evershop/evershop';
import { type MottoRow } from '@evershop/evershop/types/db/index';
const rows: readonly MottoRow[] = ['Good.'];
export default (request: EvershopRequest, response: EvershopResponse) => {
  response.status(200).json({ motto: rows[0], path: request.path });
};
`,
  'src/crons/daily.ts': 'export default () => {};\n',
  'src/graphql/types/Comment/Comment.graphql': `"""A word about a product."""
type Comment {
  id: ID!
  text: String!
  at: DateValue
}

extend type Product {
  comments(limit: Int): [Comment]
}

extend type Customer {
  comments: [Comment]
}

extend type Query {
  motto: String
  price: Price
}
`,
  'src/graphql/types/Comment/Comment.resolvers.ts': `import { camelCase } from '@evershop/evershop/lib/util/camelCase';
export default {
  Product: { comments: async (product, { limit }, { pool }) => camelCase(await pool.query('select 1', [limit])) },
  Customer: { comments: () => [] },
};
`,
  'src/graphql/types/Motto/Motto.resolvers.js':
    "export default {\n  Query: {\n    motto: () => 'Good.',\n    price: () => null,\n  },\n};\n",
  'src/graphql/types/Comment/Comment.admin.graphql': 'extend type Query { comments: [Comment] }\n',
  'src/pages/frontStore/productView/Comments.jsx': `import PropTypes from 'prop-types';
import React from 'react';
import { _ } from '@evershop/evershop/lib/locale/translate/_';
import Area from '@components/common/Area';
import './Comments.scss';

export default function Comments({ product }) {
  return <section><h2>{_('Comments')}</h2><p>{product.name}</p><Area id="afterComments" noOuter /></section>;
}

Comments.propTypes = { product: PropTypes.shape({ name: PropTypes.string }).isRequired };

export const layout = { areaId: 'content', sortOrder: 20 };

export const query = \`
  query Query {
    product(id: getContextValue('productId')) { name comments { text } }
  }
\`;
`,
  'src/pages/frontStore/productView/Comments.scss': 'p { a { color: red; } }',
  'src/pages/frontStore/homepage+all/Like.tsx': `import { useState } from 'react';
export default function Like() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{count}</button>;
}
export const layout = { areaId: 'footer', sortOrder: 1 };
`,
  'src/pages/frontStore/about/route.json': '{ "methods": ["GET"], "path": "/about-us" }',
  'src/pages/frontStore/about/index.ts': 'export default (request, response, next) => next();\n',
  'src/pages/frontStore/about/About.tsx':
    "export default () => <p>About us</p>;\nexport const layout = { areaId: 'content', sortOrder: 1 };\n",
  'src/pages/frontStore/productView/Stock.jsx':
    "export default ({ product }) => <p>{product.stock}</p>;\nexport const layout = { areaId: 'content', sortOrder: 1 };\nexport const query = `query Query { product(id: getContextValue('productId')) { stock } }`;\n",
  'src/pages/frontStore/wishlist/Wishes.jsx':
    "export default () => <p>Wishes</p>;\nexport const layout = { areaId: 'content', sortOrder: 1 };\n",
  'src/pages/frontStore/productView/Form.jsx':
    "import { Form } from '@evershop/evershop/components/common/form/Form';\nexport default () => <Form />;\nexport const layout = { areaId: 'content', sortOrder: 1 };\n",
};

/** In the form of a login by another company: routes among pages, and its own modules by the name of its package. */
const login: Files = {
  'package.json': '{ "name": "@evershop/badge_login", "version": "1.0.0" }',
  'bootstrap.js': 'module.exports = () => {};\n',
  'pages/frontStore/badgeStart/route.json': '{ "methods": ["GET"], "path": "/badge/start" }',
  'pages/frontStore/badgeStart/[auth]start.js': `const { addressOf } = require('@evershop/badge_login/services/addressOf');
module.exports = (request, response, delegate, next) => { response.redirect(addressOf(request.query.name)); };
`,
  'pages/frontStore/badgeBack/route.json': '{ "methods": ["GET"], "path": "/badge/back" }',
  'pages/frontStore/badgeBack/back.js': `const { getConfig } = require('@evershop/evershop/src/lib/util/getConfig');
module.exports = (request, response, delegate, next) => { response.redirect(getConfig('badge.home')); };
`,
  'services/addressOf.js': 'exports.addressOf = (name) => `https://badge.test/?name=${name}`;\n',
};

/** In a shop that has a route of this name. */
const notes: Files = {
  'api/addNote/route.json': '{ "methods": ["POST"], "path": "/notes", "access": "public" }',
  'api/addNote/addNote.js': 'module.exports = (request, response) => { response.json({ data: 1 }); };\n',
};

describe('stoa import-evershop', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-evershop-')));
    file = join(folder, 'gateway.yaml');
    await write(shop);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function write(files: Files): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  }

  const inside = (name: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));

  interface Left {
    readonly code: string;
    readonly what: string;
    readonly fix: string;
    readonly where: { readonly file: string; readonly line: number };
  }

  async function bring(
    name: string,
    files: Files,
  ): Promise<{ readonly files: readonly string[]; readonly left: readonly Left[] }> {
    await write(inside(name, files));
    const { code, stdout, stderr } = await runStoa(['import-evershop', name, '--json'], { file });
    expect([code, stderr]).to.deep.equal([0, '']);
    const imported: { folder: string; files: string[]; findings: Left[] } = JSON.parse(stdout);
    const check = await runStoa(['check', '--no-database'], { file });
    expect(check.code, check.stdout + check.stderr).to.equal(0);
    return { files: imported.files.map((each) => each.slice(imported.folder.length + 1)), left: imported.findings };
  }

  const text = (name: string): Promise<string> => readFile(join(folder, 'extensions', name), 'utf8');
  const leftOf = (left: readonly Left[], part: string): readonly string[] =>
    left.filter(({ where }) => where.file.endsWith(part)).map(({ where, what }) => `${where.line} ${what}`);

  it('brings an extension of EverShop 1 over, and its endpoint answers', async () => {
    const { files, left } = await bring('giftWrap', first);
    expect(files).to.include.members([
      'api/wrapGift/route.json',
      'api/wrapGift/choosePaper.js',
      'api/wrapGift/note.js',
      'api/wrapGift/[choosePaper][note]wrap.js',
      'src/services/papers.js',
      'src/services/bold.js',
    ]);
    expect(JSON.parse(await text('gift-wrap/api/wrapGift/route.json'))).to.deep.equal({
      methods: ['POST'],
      path: '/api/gifts/:id/wrap',
      access: 'public',
      summary: 'Wraps a gift',
      bodySchema: { type: 'object', properties: { paper: { type: 'string' } }, required: ['paper'] },
    });
    expect(await text('gift-wrap/api/wrapGift/[choosePaper][note]wrap.js')).to.include('const OK = 200;');
    for (const part of ['bootstrap.js', 'thank.js', 'Version-1.0.0.js', 'Grid.jsx', 'unused.js', 'payloadSchema.json'])
      expect(leftOf(left, part), part).to.have.lengthOf(part === 'payloadSchema.json' ? 2 : 1);
    expect(left.every(({ code, fix }) => code === 'EVERSHOP_LEFT' && fix.length > 10)).to.equal(true);

    await using running = await startGateway({ file });
    const { status, body } = await running.rest('POST', '/api/gifts/7/wrap', { body: { paper: 'red' } });
    expect([status, body]).to.deep.equal([200, { data: { id: '7', paper: '*red*', note: true } }]);
    expect((await running.rest('POST', '/api/gifts/7/wrap', { body: {} })).status).to.equal(400);
  });

  it('brings an extension of EverShop 2 over, and its pages show', async () => {
    const { files, left } = await bring('productComment', second);
    expect(files).to.include.members([
      'graphql/Comment/Comment.graphql',
      'graphql/Comment/Comment.resolvers.ts',
      'graphql/Motto/Motto.resolvers.js',
      'pages/productPage/Comments.tsx',
      'pages/homepage/Like.tsx',
      'pages/all/Like.tsx',
      'pages/about/About.tsx',
      'api/addComment/addComment.ts',
    ]);
    expect(await readFile(file, 'utf8')).to.match(/about: \{ path: "?\/about-us"? \}/);
    const sdl = await text('product-comment/graphql/Comment/Comment.graphql');
    expect(sdl)
      .to.include('comments(limit: Int)')
      .and.to.not.match(/DateValue|Customer|Price/);
    expect(await text('product-comment/graphql/Motto/Motto.resolvers.js')).to.not.include('price');

    expect(leftOf(left, 'addComment.ts')).to.have.members([
      '1 imports "@evershop/evershop/lib/postgres"',
      '2 imports "@evershop/postgres-query-builder"',
      '4 calls getCurrentCustomer()',
    ]);
    expect(leftOf(left, 'Comment.graphql')).to.have.members([
      '5 "Comment.at" needs the type "DateValue", which this shop does not have',
      '12 extends "Customer", which this shop does not have',
      '18 "Query.price" needs the type "Price", which this shop does not have',
    ]);
    expect(leftOf(left, 'Comment.resolvers.ts')).to.have.members([
      '1 imports "@evershop/evershop/lib/util/camelCase"',
      '3 uses "pool" of EverShop\'s context',
    ]);
    expect(leftOf(left, 'Stock.jsx').join()).to.match(/^\d+ is refused by this shop: .*stock/);
    expect(leftOf(left, 'Wishes.jsx').join()).to.include('stands on the page "wishlist"');
    expect(leftOf(left, 'Form.jsx').join()).to.include('1 imports "@evershop/evershop/components/common/form/Form"');
    for (const part of ['daily.ts', 'Comment.admin.graphql', 'index.ts', 'Comments.scss', 'Like.tsx'])
      expect(leftOf(left, part), part).to.not.deep.equal([]);

    await using running = await startGateway({ file });
    const page = async (path: string): Promise<string> => (await fetch(`${running.url}${path}`)).text();
    expect(await page('/products/1')).to.include('<h2>Comments</h2><p>Tea</p>');
    expect(await page('/about-us')).to.include('About us');
    expect(await page('/')).to.include('<button type="button">0</button>');
    expect((await running.graphql('{ motto }')).data).to.deep.equal({ motto: 'Good.' });
    expect((await running.rest('POST', '/api/comments', { body: {} })).status).to.equal(501);
    const { body } = await running.rest('GET', '/api/motto');
    expect(body).to.deep.equal({ motto: 'Good.', path: '/api/motto' });
  });

  it('makes endpoints of pages that have handlers alone, and finds modules by the name of the package', async () => {
    const { files, left } = await bring('badge_login', login);
    expect(files).to.include.members([
      'api/badgeStart/start.js',
      'api/badgeBack/badgeBack.ts',
      'src/services/addressOf.js',
    ]);
    expect(leftOf(left, 'back.js').join()).to.include('imports "@evershop/evershop/src/lib/util/getConfig"');
    await using running = await startGateway({ file });
    const start = await fetch(`${running.url}/badge/start?name=ann`, { redirect: 'manual' });
    expect([start.status, start.headers.get('location')]).to.deep.equal([302, 'https://badge.test/?name=ann']);
    expect((await fetch(`${running.url}/badge/back`)).status).to.equal(501);
  });

  it('brings a route over whose name another extension has for a form', async () => {
    const own = 'extensions/goods';
    await write({
      [`${own}/api/addNote/route.json`]:
        '{ "methods": ["POST"], "path": "/goods/notes", "access": "public", "consumes": ["form"], "form": { "page": "homepage" }, "body": {} }',
      [`${own}/api/addNote/addNote.ts`]:
        "export default (_request: unknown, response: { redirect(to: string): void }) => response.redirect('/');\n",
      [`${own}/pages/homepage/Note.tsx`]: `export const layout = { areaId: 'content', sortOrder: 1 };
export const query = 'query { action: url(routeId: "addNote") }';
export default ({ action }: { action: string }) => <form method="post" action={action} />;
`,
    });
    await bring('notes', notes);
    await using running = await startGateway({ file });
    expect(await (await fetch(running.url)).text()).to.include('action="/goods/notes"');
  });

  it('prints what it wrote and left, for people', async () => {
    await write(inside('giftWrap', first));
    const { code, stdout, stderr } = await runStoa(['import-evershop', 'giftWrap', '--name', 'wraps'], { file });
    expect(code).to.equal(0);
    expect(stdout)
      .to.include('written: extensions/wraps/api/wrapGift/route.json')
      .and.to.match(/\d+ points are left/);
    expect(stderr).to.match(/giftWrap\/bootstrap\.js:1[\s\S]*fix: /);
  });

  it('refuses a folder without an extension, and one that would be overwritten', async () => {
    await write({ 'empty/README.md': 'Nothing.', ...inside('goods', first) });
    const none = await runStoa(['import-evershop', 'empty'], { file });
    expect([none.code, none.stderr.includes('EVERSHOP_FOLDER')]).to.deep.equal([1, true]);
    const there = await runStoa(['import-evershop', 'goods'], { file });
    expect([there.code, there.stderr.includes('is there already')]).to.deep.equal([1, true]);
    await access(join(folder, 'extensions/goods/graphql/Product.graphql'));
  });
});
