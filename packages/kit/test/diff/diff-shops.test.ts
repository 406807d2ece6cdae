import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { fixtureProject } from '../../../../test/support/test-project.ts';
import { diffShops } from '../../src/diff/diff-shops.ts';
import { readShop, type ShopState } from '../../src/shop/index.ts';

type Edit = (
  read: (name: string) => Promise<string>,
  write: (name: string, text: string) => Promise<void>,
) => Promise<void>;

interface Row {
  readonly what: string;
  readonly edit: Edit;
  /** `level code name [victims]`, in order; findings are left out. */
  readonly told: readonly string[];
}

const shelf = 'extensions/shelf';

function replace(name: string, from: string, to: string): Edit {
  return async (read, write) => {
    const text = await read(name);
    expect(text).to.contain(from);
    await write(name, text.replace(from, to));
  };
}

const rows: readonly Row[] = [
  {
    what: 'a field is for those who are signed in',
    edit: replace(`${shelf}/graphql/Product.graphql`, '  description: String', '  description: String @authenticated'),
    told: ['breaking FIELD_ACCESS_CHANGED Product.description [shelf.Product]'],
  },
  {
    what: 'an extension gets a route of the name that components link to',
    edit: async (_read, write) => {
      await write(
        'extensions/notes/api/newProduct/route.json',
        '{ "methods": ["GET"], "path": "/new", "access": "public" }',
      );
      await write('extensions/notes/api/newProduct/newProduct.ts', 'export default () => {};');
    },
    told: ['breaking LINK_CHANGED newProduct [notes.Add]', 'safe ROUTE_ADDED notes.newProduct []'],
  },
  {
    what: 'a parameter of a route is renamed',
    edit: replace(`${shelf}/api/changeProduct/route.json`, ':productId', ':id'),
    told: ['breaking ROUTE_PARAMETER_RENAMED shelf.changeProduct [shelf.Link]'],
  },
  {
    what: 'a route takes a form with files instead of JSON',
    edit: replace(
      `${shelf}/api/changeProduct/route.json`,
      '{',
      '{ "consumes": ["multipart"], "files": { "photo": { "picture": true, "required": true } },',
    ),
    told: [
      'breaking BODY_KIND_REMOVED shelf.changeProduct [shelf.Link]',
      'breaking INPUT_REQUIRED shelf.changeProduct files.photo [shelf.Link]',
      'dangerous INPUT_CHECKED shelf.changeProduct body []',
      'safe BODY_KIND_ADDED shelf.changeProduct []',
    ],
  },
  {
    what: 'a component moves to another area of its page',
    edit: replace(`${shelf}/pages/homepage/Link.tsx`, "'content'", "'sidebar'"),
    told: ['dangerous COMPONENT_MOVED shelf.Link [shelf.Link]'],
  },
  {
    what: 'a private page is opened',
    edit: replace('gateway.yaml', 'slow: { path: /slow, access: private }', 'slow: { path: /slow }'),
    told: ['dangerous PAGE_ACCESS_CHANGED slow []'],
  },
  {
    what: 'extensions change places',
    edit: async (read, write) => {
      const lines = (await read('gateway.yaml')).trimEnd().split('\n');
      await write('gateway.yaml', [...lines.slice(0, -2), ...lines.slice(-2).toReversed(), ''].join('\n'));
    },
    told: ['safe EXTENSION_ORDER system.extensions []'],
  },
  {
    what: 'GraphQL takes shorter documents',
    edit: replace('gateway.yaml', 'pages:', 'graphql: { limits: { tokens: 500 } }\npages:'),
    told: ['dangerous CONFIG_CHANGED graphql.limits.tokens []'],
  },
  {
    what: 'callers get a limit, where they had none, and a port is chosen',
    edit: replace('gateway.yaml', 'port: 0', 'port: 7000, rateLimit: { points: 600 }'),
    told: ['dangerous CONFIG_CHANGED server.rateLimit.points []', 'safe CONFIG_CHANGED server.port []'],
  },
  {
    what: 'GraphQL takes documents of a list alone',
    edit: replace('gateway.yaml', 'pages:', 'graphql: { persisted: { documents: ./documents, only: true } }\npages:'),
    told: ['breaking CONFIG_CHANGED graphql.persisted.only []', 'safe CONFIG_CHANGED graphql.persisted.documents []'],
  },
  {
    what: 'a locale goes, and its addresses with it',
    edit: replace('gateway.yaml', '[en-IE, de]', '[en-IE, ar]'),
    told: ['breaking CONFIG_CHANGED shop.locales []'],
  },
  {
    what: 'the shop has one locale again',
    edit: replace('gateway.yaml', 'shop: { locales: [en-IE, de] }', 'shop: {}'),
    told: ['breaking CONFIG_CHANGED shop.locales []'],
  },
  {
    what: 'another locale is the default, whose addresses lose their prefix',
    edit: replace('gateway.yaml', 'locales: [en-IE, de]', 'locale: de, locales: [en-IE, de]'),
    told: ['breaking CONFIG_CHANGED shop.locales []', 'dangerous CONFIG_CHANGED shop.locale []'],
  },
  {
    what: 'a locale is added',
    edit: replace('gateway.yaml', '[en-IE, de]', '[ar, de, en-IE]'),
    told: ['safe CONFIG_CHANGED shop.locales []'],
  },
  {
    what: 'a route is private, and a component links to it',
    edit: replace(`${shelf}/api/newProduct/route.json`, '"public"', '"private"'),
    told: ['breaking ROUTE_ACCESS_CHANGED shelf.newProduct [shelf.Link, notes.Add]'],
  },
];

const link = `export const layout = { areaId: 'content', sortOrder: 5 };
export const query = \`query {
  add: url(routeId: "newProduct")
  change: url(routeId: "changeProduct", params: { productId: "1" })
}\`;
export default () => null;
`;

/** It links to the route of another extension. */
const add = `export const layout = { areaId: 'content', sortOrder: 6 };
export const query = \`query { add: url(routeId: "newProduct") }\`;
export default () => null;
`;

describe('the differences of two shops', () => {
  let folder: string;
  let original: string;
  let first: ShopState;

  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const write = async (name: string, text: string): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  const readNow = (fallback?: ShopState): Promise<ShopState> =>
    readShop(join(folder, 'gateway.yaml'), { environment: {}, fallback });

  before(async () => {
    folder = dirname(await fixtureProject('page-shop'));
    await write(`${shelf}/pages/homepage/Link.tsx`, link);
    await write('extensions/notes/pages/homepage/Add.tsx', add);
    await replace('gateway.yaml', 'version: 1', 'version: 1\nshop: { locales: [en-IE, de] }')(read, write);
    await replace('gateway.yaml', 'slow: { path: /slow }', 'slow: { path: /slow, access: private }')(read, write);
    original = await mkdtemp(join(await realpath(tmpdir()), 'stoa-diff-shops-'));
    await cp(folder, original, { recursive: true });
    first = await readNow();
    expect(first.findings).to.deep.equal([]);
  });
  // Bundles stay, so that each extension without an edit is bundled once.
  afterEach(async () => {
    for (const name of ['extensions', 'gateway.yaml']) {
      await rm(join(folder, name), { recursive: true });
      await cp(join(original, name), join(folder, name), { recursive: true });
    }
  });
  after(() => rm(original, { recursive: true }));

  for (const { what, edit, told } of rows) {
    it(`${told[0]?.split(' ').slice(0, 2).join(' ')}: ${what}`, async () => {
      await edit(read, write);
      const changed = await readNow(first);
      const changes = (await diffShops(first, changed)).filter(({ subject }) => subject !== 'finding');
      expect(
        changes.map(({ level, code, name, affects }) => {
          return `${level} ${code} ${name} [${affects.map((victim) => victim.name).join(', ')}]`;
        }),
      ).to.deep.equal(told);
    });
  }
});
