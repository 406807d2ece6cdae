import { mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { runStoa } from '../../../../test/support/run-stoa.ts';
import { writePart } from '../../src/scaffold/index.ts';
import { itFinds, type Mistake, put } from './it-finds.ts';

const root = resolve(import.meta.dirname, '../../../..');

const sdl = 'graphql/Loyalty.graphql';
const resolvers = 'graphql/Loyalty.resolvers.ts';
const route = 'api/redeem/route.json';
const prerequisite = 'api/redeem/checkCard.ts';
const handler = 'api/redeem/[checkCard]redeem.ts';
const typeLine = 'type Loyalty @key(fields: "id") @requiresScopes(scopes: [["loyalty:read"]]) {';
const badge = 'pages/productPage/Badge.tsx';
const heading = "<h2>{text('badge.title')}</h2>";
const counter = 'pages/homepage/Counter.tsx';
const store = 'src/loyalty-store.ts';
const config = '../../gateway.yaml';

const layout = "export const layout: Layout = { areaId: 'content', sortOrder: 100 };";
const withQuery = (query: string): NonNullable<Mistake['change']> => ({
  [badge]: [layout, `${layout}\nexport const query = \`\n  query { ${query} }\n\`;`],
});

/** Pages with these keys. */
const pagesOf = (keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => [
      [`pages/${name}/page.json`, `{ "path": "/${name}", "access": "public",\n  ${key} }`],
      [
        `pages/${name}/Shown.tsx`,
        `export const layout = { areaId: 'content', sortOrder: 10 };\nexport default () => <p>${name}</p>;\n`,
      ],
    ]),
  );

const mistakes: readonly Mistake[] = [
  // SDL and resolvers
  {
    name: 'a misspelt type',
    change: { [sdl]: ['loyalty(id: ID!): Loyalty', 'loyalty(id: ID!): Loyalti'] },
    code: '',
    at: [sdl, 'Loyalti'],
    says: /Did you mean "Loyalty"/,
  },
  {
    name: 'a type that nothing declares is extended',
    change: { 'graphql/Product.points.graphql': ['Product', 'Prodct'] },
    code: '',
    at: ['graphql/Product.points.graphql', 'Prodct'],
    says: /Product/,
  },
  {
    name: 'a misspelt scalar',
    change: { [sdl]: ['name: String!', 'name: Strin!'] },
    code: '',
    at: [sdl, 'Strin!'],
    says: /String/,
  },
  {
    name: 'a field of another extension once more',
    change: { 'graphql/Product.points.graphql': ['points: String', 'name: String'] },
    code: '',
    at: ['graphql/Product.points.graphql', 'name'],
    says: /goods/,
  },
  {
    name: 'SDL that is none',
    change: { [sdl]: [typeLine, 'type Loyalty ['] },
    code: 'SDL_SYNTAX',
    at: [sdl, '['],
    says: /./,
  },
  {
    name: 'a field without a resolver',
    change: { [sdl]: ['extend type Query {', 'extend type Query {\n  best: Loyalty'] },
    code: '',
    at: [sdl, 'best'],
    says: /resolver/,
  },
  {
    name: 'a resolver of a misspelt field',
    change: { [resolvers]: ['    loyalties:', '    loyaltys:'] },
    code: '',
    at: [resolvers, 'loyaltys'],
    says: /Did you mean/,
  },
  {
    name: 'a resolver of a misspelt type',
    change: { [resolvers]: ['  Query: {', '  Qery: {'] },
    code: '',
    at: [resolvers, 'Qery'],
    says: /Query/,
  },
  {
    name: 'resolvers without a default export',
    change: { [resolvers]: ['export default {', 'export const resolvers = {'] },
    code: '',
    at: [resolvers],
    says: /default/,
  },
  {
    name: 'a resolver that is no function',
    change: {
      [resolvers]: [
        'loyalty: async (_root, { id }, { database }) => (await findLoyalties(database, [id]))[0]',
        "loyalty: 'none' as never",
      ],
    },
    code: '',
    at: [resolvers, 'loyalty'],
    says: /function/,
  },
  {
    name: 'a key that the type does not have',
    change: { [sdl]: ['@key(fields: "id")', '@key(fields: "code")'] },
    code: '',
    at: [sdl, '@key'],
    says: /code/,
  },
  {
    name: 'a type with a key and no __resolveReference',
    change: {
      '../goods/graphql/Product.resolvers.ts': ['  Product: { __resolveReference:', '  Product: { __resolveRefrence:'],
    },
    code: '',
    at: ['../goods/graphql/Product.graphql', '@key'],
    says: /__resolveReference/,
  },
  {
    name: 'a statement for each parent',
    change: {
      'graphql/Product.points.resolvers.ts': [
        "points: { batch: (parents) => parents.map(() => 'to be written') },",
        "points: async ({ productId }, _args, { database }) =>\n      String((await database.query('select $1::text', [productId])).length),",
      ],
    },
    code: 'LINT_UNBATCHED',
    at: ['graphql/Product.points.resolvers.ts', 'points:'],
    says: /batch/,
  },
  {
    name: 'a directive that does not exist',
    change: { [sdl]: ['id: ID!\n', 'id: ID! @shareble\n'] },
    code: '',
    at: [sdl, '@shareble'],
    says: /shareable/,
  },
  {
    name: 'a reserved name of a type',
    change: { [sdl]: [typeLine, 'type PageInfo { a: Int }\ntype Loyalty {\n  info: PageInfo'] },
    code: '',
    at: [sdl, 'PageInfo'],
    says: /gateway/,
  },
  {
    name: 'a reserved name of a field',
    change: {
      [sdl]: ['extend type Query {', 'extend type Query {\n  url: String'],
      [resolvers]: ['  Query: {', "  Query: {\n    url: () => '/',"],
    },
    code: '',
    at: [sdl, 'url'],
    says: /./,
  },
  {
    name: 'an object as an argument',
    change: { [sdl]: ['loyalty(id: ID!)', 'loyalty(id: ID!, like: Loyalty)'] },
    code: '',
    at: [sdl, 'like'],
    says: /Input/,
  },
  {
    name: 'a default value of the wrong type',
    change: { [sdl]: ['first: Int = 20', 'first: Int = "twenty"'] },
    code: '',
    at: [sdl, 'twenty'],
    says: /Int/,
  },
  {
    name: 'an interface that is not met',
    change: { [sdl]: [typeLine, 'interface Named { title: String! }\ntype Loyalty implements Named {'] },
    code: '',
    at: [sdl, 'Named'],
    says: /title/,
  },
  {
    name: 'a misspelt name of a resolver file',
    move: [resolvers, 'graphql/Loyalty.resolver.ts'],
    code: 'EXTENSION_FILE_UNKNOWN',
    at: ['graphql/Loyalty.resolver.ts'],
    says: /\.resolvers\.ts/,
  },
  {
    name: 'a misspelt folder',
    move: ['graphql', 'graphgl'],
    code: 'EXTENSION_FILE_UNKNOWN',
    at: ['graphgl'],
    says: /graphql/,
  },

  // Endpoints
  {
    name: 'an unknown key in route.json',
    change: { [route]: ['"methods"', '"method"'] },
    code: '',
    at: [route, '"method"'],
    says: /Did you mean "methods"/,
  },
  {
    name: 'route.json that is no JSON',
    change: { [route]: ['"path": "/redeem/:cardId",', '"path": "/redeem/:cardId"'] },
    code: '',
    at: [route, '"access"'],
    says: /comma/,
  },
  {
    name: 'a method that there is not',
    change: { [route]: ['"POST"', '"POTS"'] },
    code: '',
    at: [route, '"POTS"'],
    says: /POST/,
  },
  {
    name: 'a path without a slash',
    change: { [route]: ['"/redeem/:cardId"', '"redeem/:cardId"'] },
    code: '',
    at: [route, '"redeem/'],
    says: /\//,
  },
  {
    name: 'braces in a path',
    change: { [route]: [':cardId', '{cardId}'] },
    code: '',
    at: [route, '{cardId}'],
    says: /:/,
  },
  {
    name: 'a reserved path',
    change: { [route]: ['/redeem/:cardId', '/graphql'] },
    code: 'ROUTE_PATH_RESERVED',
    at: [route, '/graphql'],
    says: /segment/,
  },
  {
    name: 'a route twice',
    write: {
      'api/again/route.json':
        '{\n  "methods": ["POST"],\n  "path": "/redeem/:id",\n  "access": "public",\n  "body": { "a": "Int" }\n}\n',
      'api/again/again.ts': 'export default () => undefined;\n',
    },
    code: '',
    at: [route, '/redeem'],
    says: /again/,
  },
  { name: 'no access', change: { [route]: ['  "access": "public",\n', ''] }, code: '', at: [route], says: /access/ },
  {
    name: 'a misspelt access',
    change: { [route]: ['"public"', '"pubic"'] },
    code: '',
    at: [route, 'pubic'],
    says: /public/,
  },
  {
    name: 'permissions on a public route',
    change: { [route]: ['"access": "public",', '"access": "public",\n  "permissions": ["a:b"],'] },
    code: '',
    at: [route, 'permissions'],
    says: /private/,
  },
  {
    name: 'a misspelt type in a body',
    change: { [route]: ['"String!"', '"Strng!"'] },
    code: '',
    at: [route, 'Strng'],
    says: /String/,
  },
  {
    name: 'a misspelt rule in a body',
    change: { [route]: ['maxLength', 'maxLenght'] },
    code: '',
    at: [route, 'maxLenght'],
    says: /maxLength/,
  },
  {
    name: 'a form on a page that there is not',
    change: { [route]: ['"summary"', '"consumes": ["form"],\n  "form": { "page": "clubb" },\n  "summary"'] },
    code: '',
    at: [route, 'clubb'],
    says: /club/,
  },
  {
    name: 'a wrong bracket',
    move: [handler, 'api/redeem/[checkcard]redeem.ts'],
    code: 'PREREQUISITE_UNKNOWN',
    at: ['api/redeem/[checkcard]redeem.ts'],
    says: /checkCard/,
  },
  {
    name: 'a bracket that is not closed',
    move: [handler, 'api/redeem/[checkCard redeem.ts'],
    code: 'HANDLER_NAME',
    at: ['api/redeem/[checkCard redeem.ts'],
    says: /prerequisite/,
  },
  {
    name: 'handlers in a circle',
    move: [prerequisite, 'api/redeem/[redeem]checkCard.ts'],
    code: 'PREREQUISITE_CYCLE',
    at: ['api/redeem/[redeem]checkCard.ts'],
    says: /circle/,
  },
  {
    name: 'a handler without a default export',
    change: { [handler]: ['export default redeem;', 'export { redeem };'] },
    code: '',
    at: [handler],
    says: /default/,
  },
  {
    name: 'an endpoint without a handler',
    write: { 'api/empty/route.json': '{ "methods": ["GET"], "path": "/empty", "access": "public" }' },
    code: 'HANDLER_MISSING',
    at: ['api/empty/route.json'],
    says: /empty\.ts/,
  },
  {
    name: 'a handler outside of an endpoint',
    write: { 'api/points.ts': 'export default () => undefined;\n' },
    code: 'EXTENSION_FILE_UNKNOWN',
    at: ['api/points.ts'],
    says: /route\.json/,
  },
  {
    name: 'a route that nothing has',
    change: { [handler]: ['  const { name }', "  request.context.url('redem' as never);\n  const { name }"] },
    code: 'LINT_DEAD_LINK',
    at: [handler, 'redem'],
    says: /redeem/,
  },
  {
    name: 'a slow pattern',
    change: { [route]: ['"maxLength": 100', '"pattern": "^(?=a)(a+)+$"'] },
    code: 'PATTERN_TOO_SLOW',
    at: [route, 'pattern'],
    says: /./,
  },

  // Pages
  {
    name: 'a component without a default export',
    change: { [badge]: ['export default function', 'export function'] },
    code: '',
    at: [badge],
    says: /default/,
  },
  { name: 'a component without a layout', change: { [badge]: [layout, ''] }, code: '', at: [badge], says: /layout/ },
  {
    name: 'an area that there is not',
    change: { [badge]: ["'content'", "'contnt' as 'content'"] },
    code: 'AREA_UNKNOWN',
    at: [badge, 'contnt'],
    says: /content/,
  },
  {
    name: 'a sort order that is a text',
    change: { [badge]: ['sortOrder: 100', "sortOrder: '100' as never"] },
    code: '',
    at: [badge, 'sortOrder'],
    says: /number/,
  },
  {
    name: 'a misspelt field of a query',
    change: withQuery('product(id: getContextValue("productId")) { nmae }'),
    code: '',
    at: [badge, 'nmae'],
    says: /name/,
  },
  {
    name: 'a misspelt argument of a query',
    change: withQuery('product(ids: getContextValue("productId")) { name }'),
    code: '',
    at: [badge, 'ids:'],
    says: /id/,
  },
  {
    name: 'a misspelt value of the page',
    change: withQuery('product(id: getContextValue("prodctId")) { name }'),
    code: 'CONTEXT_VALUE_UNKNOWN',
    at: [badge, 'prodctId'],
    says: /productId/,
  },
  {
    name: 'a variable in a query',
    change: { [badge]: [layout, `${layout}\nexport const query = 'query Q($id: ID!) { product(id: $id) { name } }';`] },
    code: '',
    at: [badge, '$id'],
    says: /getContextValue/,
  },
  {
    name: 'a misspelt route in a query',
    change: withQuery('url(routeId: "redeeem", params: { cardId: "1" })'),
    code: '',
    at: [badge, 'redeeem'],
    says: /redeem/,
  },
  {
    name: 'a page that there is not',
    remove: ['pages/club/page.json'],
    code: '',
    at: ['pages/club/Club.tsx'],
    says: /club/,
  },
  {
    name: 'a component in lower case',
    move: ['pages/club/Club.tsx', 'pages/club/club.tsx'],
    code: 'EXTENSION_FILE_UNKNOWN',
    at: ['pages/club/club.tsx'],
    says: /Club\.tsx/,
  },
  {
    name: 'markup by hand',
    change: { [badge]: [heading, "<h2 dangerouslySetInnerHTML={{ __html: '<b>x</b>' }} />"] },
    code: 'LINT_RAW_MARKUP',
    at: [badge, 'dangerously'],
    says: /React/,
  },
  {
    name: 'a click that nothing hears',
    change: { [counter]: ["export const hydrate: Hydrate = 'visible';", ''] },
    code: 'LINT_NOT_HYDRATED',
    at: [counter, 'useState('],
    says: /hydrate/,
  },
  {
    name: 'a moment of hydration that there is not',
    change: { [counter]: ["'visible'", "'onload' as 'load'"] },
    code: '',
    at: [counter, 'hydrate'],
    says: /load/,
  },
  {
    name: 'an island that imports a module of Node',
    change: {
      [counter]: [
        "import { useState } from 'react';",
        "import { readFileSync } from 'node:fs';\nimport { useState } from 'react';\nvoid readFileSync;",
      ],
    },
    code: '',
    at: [counter, 'node:fs'],
    says: /./,
  },
  {
    name: 'an area that is not offered',
    change: { [badge]: [heading, '<Area id="badgeMore" />'] },
    code: 'LINT_AREA_UNDECLARED',
    at: [badge, 'badgeMore'],
    says: /areas/,
  },
  {
    name: 'a style sheet that is not there',
    change: { [badge]: ['./Badge.module.css', './Bagde.module.css'] },
    code: '',
    at: [badge, 'Bagde'],
    says: /./,
  },
  {
    name: 'a picture that is not there',
    change: { 'pages/productPage/Badge.module.css': ['{', '{ background: url(./none.png);'] },
    code: '',
    at: ['pages/productPage/Badge.module.css', 'none.png'],
    says: /./,
  },

  // Modules
  {
    name: 'an unknown package',
    change: { [store]: ['import {', "import 'lodsh';\nimport {"] },
    code: '',
    at: [store, 'lodsh'],
    says: /npm install|package/,
  },
  {
    name: 'a module that is not there',
    change: { [resolvers]: ['../src/loyalty-store.ts', '../src/loyaltystore.ts'] },
    code: '',
    at: [resolvers, 'loyaltystore'],
    says: /./,
  },
  {
    name: 'a name that a module does not export',
    change: { [resolvers]: ['findLoyalties, list', 'findLoyalitys as findLoyalties, list'] },
    code: '',
    at: [resolvers, 'findLoyalitys'],
    says: /./,
  },
  {
    name: 'code of another extension',
    change: { [store]: ['import {', "import '../../goods/graphql/Product.resolvers.ts';\nimport {"] },
    code: '',
    at: [store, 'goods'],
    says: /./,
  },
  {
    name: 'a circular import',
    change: { [store]: ['import {', "import './other.ts';\nimport {"] },
    write: { 'src/other.ts': "import './loyalty-store.ts';\n" },
    code: 'IMPORT_CIRCULAR',
    at: [store, 'other.ts'],
    says: /third module/,
  },
  {
    name: 'a circular import behind a job',
    write: {
      'jobs/sweep.ts': "import '../src/one.ts';\nexport default () => undefined;\n",
      'jobs/sweep.json': '{ "every": "1h" }\n',
      'src/one.ts': "import './two.ts';\n",
      'src/two.ts': "import './one.ts';\n",
    },
    code: 'IMPORT_CIRCULAR',
    at: ['src/one.ts', 'import'],
    says: /third module/,
  },
  {
    name: 'a syntax error',
    change: { [store]: ['export interface', 'export interfce'] },
    code: '',
    at: [store, 'interfce'],
    says: /./,
  },
  {
    name: 'a module that throws when it loads',
    change: { [store]: ['const columns =', "throw new Error('no key');\nconst columns ="] },
    code: '',
    at: [store, 'throw'],
    says: /no key/,
  },
  {
    name: 'a document of context.query with a misspelt field',
    change: {
      [handler]: ['  const { name }', "  void request.context.query('{ loyalties { nme } }');\n  const { name }"],
    },
    code: 'LINT_DOCUMENT_INVALID',
    at: [handler, 'nme'],
    says: /name/,
  },
  {
    name: 'tables of another extension in SQL',
    change: { [store]: ['from loyalty order', 'from ext_goods.product order'] },
    code: 'LINT_FOREIGN_TABLE',
    at: [store, 'ext_goods'],
    says: /graph|query/,
  },

  {
    name: 'a value in the text of SQL',
    change: { [store]: ['from loyalty order', "from loyalty where name = '${String(Date.now())}' order"] },
    code: 'LINT_SQL_FILLED',
    at: [store, 'Date.now'],
    says: /\$1/,
  },
  {
    name: 'an await that is missing',
    change: {
      [handler]: ['  const { name }', "  request.context.database.query('select 1');\n  const { name }"],
    },
    code: 'LINT_NOT_AWAITED',
    at: [handler, 'select 1'],
    says: /await query/,
  },
  {
    name: 'an await of a mail that is missing',
    change: {
      [handler]: ['  const { name }', "  request.context.mail('thanks', { to: 'ann@example.com' });\n  const { name }"],
    },
    code: 'LINT_NOT_AWAITED',
    at: [handler, "'thanks'"],
    says: /await mail/,
  },
  {
    name: 'an await of an own function that is missing',
    change: {
      [handler]: [
        'export default redeem;',
        "touch();\nexport default redeem;\nimport { touch } from './checkCard.ts';",
      ],
      [prerequisite]: ['export default', 'export async function touch() {}\nexport default'],
    },
    code: 'LINT_NOT_AWAITED',
    at: [handler, 'touch();'],
    says: /await touch/,
  },
  {
    name: 'an inline style',
    change: { [badge]: [heading, '<h2 style={{ color: "red" }}>Badge</h2>'] },
    code: 'LINT_INLINE_STYLE',
    at: [badge, 'style='],
    says: /module\.css/,
  },
  {
    name: 'an asset that is not there',
    change: { [badge]: [heading, '<img src="/assets/loyalty/crad.svg" alt="" />'] },
    write: { 'assets/card.svg': '<svg xmlns="http://www.w3.org/2000/svg" />' },
    code: 'LINT_ASSET_MISSING',
    at: [badge, 'crad.svg'],
    says: /card\.svg/,
  },
  {
    name: 'an input that no body lists',
    change: {
      [route]: ['"summary"', '"consumes": ["json", "form"],\n  "summary"'],
      [badge]: [heading, '<form method="post" action={useForm(\'redeem\').values.name}><input name="nmae" /></form>'],
    },
    code: 'LINT_INPUT_UNKNOWN',
    at: [badge, 'nmae'],
    says: /name/,
  },
  {
    name: 'an input of a file that the route does not take, beside one that it takes',
    change: {
      [route]: ['"summary"', '"consumes": ["multipart"],\n  "files": { "photo": { "picture": true } },\n  "summary"'],
      [badge]: [
        heading,
        '<form method="post" encType="multipart/form-data" action={useForm(\'redeem\').values.name}>\n<input name="photo" type="file" />\n<input name="phto" type="file" /></form>',
      ],
    },
    code: 'LINT_INPUT_UNKNOWN',
    at: [badge, 'phto'],
    says: /photo/,
  },
  {
    name: 'a form with a file that is sent as text',
    change: {
      [badge]: [heading, '<form method="post" action="/photos">\n<input name="photo" type="file" /></form>'],
    },
    code: 'LINT_FORM_ENCODING',
    at: [badge, '<form'],
    says: /name of the file alone.*encType="multipart\/form-data"/,
    mend: { [badge]: ['<form ', '<form encType="multipart/form-data" '] },
  },
  {
    name: 'a form that is sent as text to a route that takes multipart alone',
    change: {
      [route]: ['"summary"', '"consumes": ["multipart"],\n  "files": { "photo": { "picture": true } },\n  "summary"'],
      [badge]: [
        heading,
        '<form method="post" encType="text/plain" action={useForm(\'redeem\').values.name}><input name="name" /></form>',
      ],
    },
    code: 'LINT_FORM_ENCODING',
    at: [badge, '<form'],
    says: /takes multipart alone/,
  },
  {
    name: 'a permission that no caller can have',
    change: {
      [config]: ['version: 1', 'version: 1\nauth: { bearer: { tokens: [] } }'],
      [route]: ['"access": "public",', '"access": "private",\n  "permissions": ["redeem:cards"],'],
    },
    code: 'LINT_PERMISSION_UNGRANTED',
    at: [route],
    says: /redeem:cards/,
  },
  {
    name: 'a scope that is no permission',
    change: { [sdl]: ['@requiresScopes(scopes: [["loyalty:read"]]) {', '@requiresScopes(scopes: [["admin"]]) {'] },
    code: 'LINT_PERMISSION_UNGRANTED',
    at: [sdl, 'admin'],
    says: /area:action/,
  },

  {
    name: 'a permission of a page that is misspelt',
    write: {
      'pages/points/page.json': '{ "path": "/points", "access": "private",\n  "permissions": ["loyalti:read"] }',
      'pages/points/Points.tsx':
        "export const layout = { areaId: 'content', sortOrder: 10 };\nexport default () => <p>1</p>;\n",
    },
    code: 'LINT_PERMISSION_MISSPELT',
    at: ['pages/points/page.json', 'loyalti'],
    says: /names the permission "loyalti:read", and there is "loyalty:read" .*Did you mean "loyalty:read"/,
  },
  {
    name: 'a permission of a component whose letters are swapped',
    change: { [badge]: [layout, `${layout}\nexport const permissions = ['loyatly:read'];`] },
    code: 'LINT_PERMISSION_MISSPELT',
    at: [badge, 'loyatly'],
    says: /Did you mean "loyalty:read"/,
  },
  {
    name: 'a permission of a job that nothing asks for',
    change: { [config]: ['name: loyalty,', 'name: loyalty, permissions: ["loyalty:change"],'] },
    code: 'LINT_PERMISSION_MISSPELT',
    at: [config, 'loyalty'],
    says: /gives the permission "loyalty:change".*Did you mean "loyalty:read"/,
  },

  // Pages that are not seen
  {
    name: 'a page in a menu that no component shows',
    write: pagesOf({ points: '"menu": { "name": "main", "text": "badge.title" }' }),
    code: 'LINT_PAGE_UNSEEN',
    at: ['pages/points/page.json', '"menu"'],
    says: /is in the menu "main", which no component of the shop shows.*There is none/,
  },
  {
    name: 'a misspelt group of a menu',
    write: {
      ...pagesOf({
        one: '"menu": { "name": "main", "text": "badge.title", "group": "sales" }',
        points: '"menu": { "name": "main", "text": "badge.title", "group": "sale" }',
      }),
      'pages/all/Menu.tsx': `import { useMenu } from 'stoa';
export const layout = { areaId: 'header', sortOrder: 10 };
export default () => <p>{useMenu('main').length}</p>;
`,
    },
    code: 'LINT_PAGE_UNSEEN',
    at: ['pages/points/page.json', '"menu"'],
    says: /alone in the group "sale" of the menu "main".*There is "sales"/,
  },
  {
    name: 'a misspelt frame of a page',
    write: pagesOf({ one: '"common": "desk"', two: '"common": "desk"', points: '"common": "deks"' }),
    code: 'LINT_PAGE_UNSEEN',
    at: ['pages/points/page.json', '"common"'],
    says: /frame "deks", which no enabled extension brings.*There is "desk"/,
  },

  // Migrations and data
  {
    name: 'a migration without a number',
    move: ['migrations/001-create-loyalty.sql', 'migrations/create-loyalty.sql'],
    code: 'MIGRATION_NAME',
    at: ['migrations/create-loyalty.sql'],
    says: /001/,
  },
  {
    name: 'a number of a migration twice',
    write: { 'migrations/001-more.sql': 'select 1;\n' },
    code: 'MIGRATION_DUPLICATE',
    at: ['migrations/001-more.sql'],
    says: /next free/,
  },
  {
    name: 'a mark with a number that no migration has',
    write: { 'migrations/003-more.sql': '-- stoa: contract needs 002\nselect 1;\n' },
    code: 'MIGRATION_MARK',
    at: ['migrations/003-more.sql', 'needs 002'],
    says: /needs/,
  },
  {
    name: 'a drop without a mark',
    write: { 'migrations/002-drop.sql': '\nalter table loyalty drop column name;\n' },
    code: 'MIGRATION_UNMARKED',
    at: ['migrations/002-drop.sql', 'drop'],
    says: /contract/,
  },
  {
    name: 'an edited migration that is released',
    write: { 'migrations/released.json': '{\n  "001-create-loyalty.sql": "0"\n}\n' },
    code: 'MIGRATION_CHANGED',
    at: ['migrations/001-create-loyalty.sql'],
    says: /new migration/,
  },
  {
    name: 'a migration that is no SQL',
    change: { 'migrations/001-create-loyalty.sql': ['create table', 'create tabel'] },
    code: 'SQL_SYNTAX',
    at: ['migrations/001-create-loyalty.sql', 'tabel'],
    says: /tabel/,
  },
  {
    name: 'a seed that is no SQL',
    change: { 'seed/loyalty.sql': ['insert into', 'insert in'] },
    code: 'SQL_SYNTAX',
    at: ['seed/loyalty.sql', 'insert'],
    says: /./,
  },
  {
    name: 'no demonstration data',
    remove: ['seed'],
    code: 'LINT_NO_SEED',
    at: ['migrations/001-create-loyalty.sql', 'create table'],
    says: /seed/,
  },
  {
    name: 'a misspelt seed folder',
    move: ['seed', 'seeds'],
    code: 'EXTENSION_FILE_UNKNOWN',
    at: ['seeds'],
    says: /seed/,
  },
  {
    name: 'an empty migration',
    write: { 'migrations/002-later.sql': '' },
    code: 'SQL_EMPTY',
    at: ['migrations/002-later.sql'],
    says: /SQL/,
  },

  // The package and the shop
  {
    name: 'a wrong range of stoa',
    change: { 'package.json': ['"stoa": "^', '"stoa": "^9'] },
    code: 'EXTENSION_INCOMPATIBLE',
    at: ['package.json', '"stoa"'],
    says: /stoa/,
  },
  {
    name: 'a range of stoa that is none',
    change: { 'package.json': ['"stoa": "^', '"stoa": "latest-'] },
    code: 'PACKAGE_JSON_INVALID',
    at: ['package.json', '"stoa"'],
    says: /\^/,
  },
  {
    name: 'a stale contract',
    change: { [sdl]: ['name: String!', 'name: String!\n  more: Int'] },
    code: 'CONTRACT_STALE',
    at: ['extension.contract.json'],
    says: /stoa types/,
  },
  {
    name: 'stale types',
    change: { [route]: ['"maxLength": 100', '"maxLength": 100 }, "more": { "type": "Int"'] },
    code: 'TYPES_STALE',
    at: ['loyalty.gen.ts'],
    says: /stoa types/,
  },
  {
    name: 'an unknown key in gateway.yaml',
    change: { [config]: ['server:', 'sever:'] },
    code: 'CONFIG_UNKNOWN_KEY',
    at: [config, 'sever'],
    says: /server/,
  },
  {
    name: 'a value of the wrong type in gateway.yaml',
    change: { [config]: ['port: 0', 'port: zero'] },
    code: 'CONFIG_INVALID',
    at: [config, 'zero'],
    says: /./,
  },
  {
    name: 'a misspelt folder in gateway.yaml',
    change: { [config]: ['./extensions/loyalty', './extensions/loyality'] },
    code: 'EXTENSION_NOT_FOUND',
    at: [config, 'loyality'],
    says: /loyalty/,
  },
  {
    name: 'a page twice',
    change: { [config]: ['  homepage: { path: / }', '  homepage: { path: / }\n  start: { path: / }'] },
    code: 'CONFIG_DUPLICATE',
    at: [config, 'start'],
    says: /./,
  },
  {
    name: 'a secret in gateway.yaml',
    change: { [config]: ['version: 1', 'version: 1\nauth: { session: { secret: 0123456789abcdef0123456789abcdef } }'] },
    code: 'LINT_PLAIN_SECRET',
    at: [config, 'secret:'],
    says: /\$\{/,
  },
  {
    name: 'a variable that is not set',
    change: { [config]: ['url: embedded', "url: '${NO_SUCH_URL}'"] },
    code: 'CONFIG_VARIABLE_MISSING',
    at: [config, 'NO_SUCH_URL'],
    says: /NO_SUCH_URL/,
  },
  {
    name: 'a page that nothing shows',
    change: { [config]: ['  homepage: { path: / }', '  homepage: { path: / }\n  terms: { path: /terms }'] },
    code: 'LINT_EMPTY_PAGE',
    at: [config, 'terms'],
    says: /./,
  },
  {
    name: 'yaml that is none',
    change: { [config]: ['version: 1', 'version: [1'] },
    code: 'CONFIG_SYNTAX',
    at: [config],
    says: /./,
  },
];

const neighbour = {
  'graphql/Product.graphql':
    'type Product @key(fields: "productId") {\n  productId: ID!\n  name: String!\n}\n\nextend type Query {\n  product(id: ID!): Product\n}\n',
  'graphql/Product.resolvers.ts': `export default {
  Query: { product: (_root: unknown, { id }: { id: string }) => ({ productId: id, name: 'Tea' }) },
  Product: { __resolveReference: ({ productId }: { productId: string }) => ({ productId, name: 'Tea' }) },
};
`,
};

/** A shop with the extension, as \`stoa new\` writes it. */
async function makeShop(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-planted-')));
  const file = join(folder, 'gateway.yaml');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    file,
    `version: 1
server: { port: 0 }
database: { url: embedded }
pages:
  homepage: { path: / }
  productPage: { path: "/products/:productId" }
system:
  extensions:
    - { name: goods, resolve: ./extensions/goods }
`,
  );
  for (const [name, text] of Object.entries(neighbour)) await put(join(folder, 'extensions/goods', name), text);
  const part = { extension: undefined, file, from: folder };
  const field = (fields: string) => ({ ...part, options: { fields } });
  await writePart({
    ...field('name: String!'),
    kind: 'extension',
    name: 'loyalty',
    options: { type: 'Loyalty', fields: 'name: String!' },
  });
  const own = { ...part, extension: 'loyalty' };
  await writePart({
    ...own,
    kind: 'endpoint',
    name: 'redeem',
    options: { method: 'POST', path: '/redeem/:cardId', access: 'public' },
  });
  // A prerequisite, for mistakes in brackets.
  const endpoint = join(folder, 'extensions/loyalty');
  await rename(join(endpoint, 'api/redeem/redeem.ts'), join(endpoint, handler));
  await put(
    join(endpoint, prerequisite),
    'export default (_request: unknown, _response: unknown, next: () => void) => next();\n',
  );
  await writePart({ ...own, kind: 'field', name: 'Product.points', options: { type: 'String' } });
  await writePart({ ...own, kind: 'component', name: 'Badge', options: { page: 'productPage', area: 'content' } });
  await writePart({ ...own, kind: 'island', name: 'Counter', options: { page: 'homepage', area: 'content' } });
  await writePart({ ...own, kind: 'page', name: 'club', options: { path: '/club' } });
  const types = await runStoa(['types'], { file });
  expect([types.code, types.stderr]).to.deep.equal([0, '']);
  return folder;
}

describe('stoa check finds', () => itFinds(mistakes, makeShop, 'extensions/loyalty'));

/** Mistakes that show when the code runs, each with what `stoa test` says of it. */
const running: Readonly<Record<string, RegExp>> = {
  'a result of the wrong type':
    /Loyalty\.wrong: "seven" is no Int \(.*More\.resolvers\.ts:4\)\n\s*fix: Answer such a value/,
  'a null where the SDL has none': /Loyalty\.never: null is no Int! \(.*More\.resolvers\.ts:5\)/,
  'an enum value that there is not': /Loyalty\.level: "golden" is no Level \(.*More\.resolvers\.ts:6\)/,
  'a resolver that throws': /More\.resolvers\.ts:8: loyalties\.thrown: not done\n\s*fix: Correct the code there/,
  'a table that there is not': /More\.resolvers\.ts:\d+: loyalties\.lost: relation "lost" does not exist/,
  'a batch with an answer too few':
    /Loyalty\.few: 1 answers for 12 parents \(.*More\.resolvers\.ts:\d+\)\n\s*fix: Answer one value/,
  'a statement for each parent':
    /src\/each\.ts:2: one operation runs this statement again and again[^\n]*\n\s*fix: Ask once for all parents/,
  'a handler that throws': /\[checkCard\]redeem\.ts:\d+: the route loyalty\.redeem failed: too long for us\n\s*fix: /,
  'a test that no longer holds': /test\/loyalty\.test\.ts:\d+/,
};

describe('stoa test finds', () => {
  let output = '';
  let folder: string;
  before(async () => {
    folder = await makeShop();
    const own = join(folder, 'extensions/loyalty');
    await writeFile(
      join(own, 'seed/loyalty.sql'),
      "insert into loyalty (id, name) select g, 'n' || g from generate_series(1, 12) g on conflict do nothing;\n",
    );
    await writeFile(
      join(own, 'graphql/More.graphql'),
      'enum Level { gold }\nextend type Loyalty { wrong: Int, never: Int!, level: Level, thrown: Int, lost: Int, few: Int, each: String }\n',
    );
    await writeFile(
      join(own, 'src/each.ts'),
      `export const each = async ({ id }: { id: string }, _args: unknown, { database }: { database: import('stoa').Database }) => {
  const [row] = await database.query<{ name: string }>('select name from loyalty where id = $1', [id]);
  return row?.name;
};
`,
    );
    await writeFile(
      join(own, 'graphql/More.resolvers.ts'),
      `import { each } from '../src/each.ts';
export default {
  Loyalty: {
    wrong: () => 'seven',
    never: () => null,
    level: () => 'golden',
    thrown: () => {
      throw new Error('not done');
    },
    lost: {
      batch: async (parents: readonly unknown[], _args: unknown, { database }: { database: import('stoa').Database }) => {
        await database.query('select 1 from lost');
        return parents.map(() => 1);
      },
    },
    few: { batch: () => [1] },
    each,
  },
};
`,
    );
    const redeem = join(own, handler);
    const source = await readFile(redeem, 'utf8');
    await writeFile(
      redeem,
      source.replace(
        '  response.json',
        "  if (name.length > 3) throw new TypeError('too long for us');\n  response.json",
      ),
    );
    const { code, stdout, stderr } = await runStoa(['test', 'loyalty'], { file: join(folder, 'gateway.yaml') });
    output = stdout + stderr;
    expect(code).to.equal(1);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, says] of Object.entries(running))
    it(name, () => {
      expect(output).to.match(says);
    });
});
