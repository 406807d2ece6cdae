import { cp, mkdtemp, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { itFinds, type Mistake } from './it-finds.ts';

const root = resolve(import.meta.dirname, '../../../..');

const config = '../../gateway.yaml';
const stock = '../stock/graphql/Stock.graphql';
const checkout = '../checkout/graphql/Checkout.graphql';
const uses = '../checkout/package.json';
const order = '../checkout/api/order/order.ts';
const orderJson = '../checkout/api/order/route.json';
const card = 'graphql/Card.graphql';
const page = 'pages/cards/page.json';
const cards = 'pages/cards/Cards.tsx';
const opener = 'pages/homepage/Opener.tsx';
const scan = 'api/addScan/route.json';
const addScan = 'api/addScan/addScan.ts';
const signIn = 'api/signIn/signIn.ts';
const en = 'texts/en.json';
const de = 'texts/de.json';

const parts = '[PaymentMethod!]! @contribute';
const reserve = '"Mutation.reserveStock", ';

const internal: readonly Mistake[] = [
  {
    name: 'a misspelt field in uses',
    change: { [uses]: ['reserveStock', 'reserveStok'] },
    code: 'USES_UNKNOWN',
    at: [uses, 'reserveStok'],
    says: /Did you mean "Mutation\.reserveStock"/,
  },
  {
    name: 'uses of a field that every extension may ask for',
    change: { [uses]: [reserve, `${reserve}"Query.shelf", `] },
    code: 'USES_NOT_INTERNAL',
    at: [uses, 'Query.shelf'],
    says: /Take it out of "uses"/,
  },
  {
    name: 'uses of a field that no code asks for',
    change: {
      [stock]: ['label: String!', 'label: String!\n  cellar: Int @internal'],
      [uses]: [reserve, `${reserve}"Shelf.cellar", `],
    },
    write: {
      '../stock/graphql/Cellar.resolvers.ts': 'export default { Shelf: { cellar: () => 1 } };\n',
    },
    code: 'LINT_USES_UNUSED',
    at: [uses, 'Shelf.cellar'],
    says: /Take it out of "uses"/,
  },
  {
    name: 'uses that are no list of fields',
    change: { [uses]: ['"Mutation.reserveStock"', '"reserveStock"'] },
    code: 'PACKAGE_JSON_INVALID',
    at: [uses, 'uses'],
    says: /Mutation\.reserveStock/,
  },
  {
    name: 'an internal field in a document of code without uses',
    change: { [uses]: [reserve, ''] },
    code: 'USES_MISSING',
    at: [order, 'reserveStock'],
    says: /Add "Mutation\.reserveStock" to "uses".*, beside "version": .*"version": "\^\d.*", "uses": \["Mutation\.reserveStock"\]/,
    mend: { [uses]: ['"uses": [', `"uses": [${reserve}`] },
  },
  {
    name: 'an internal field in a @requires without uses',
    change: { [uses]: [', "Shelf.purchasePrice"', ''] },
    code: 'USES_MISSING',
    at: [checkout, 'purchasePrice'],
    says: /Add "Shelf\.purchasePrice" to "uses".*"version": "\^\d.*", "uses": \["Shelf\.purchasePrice"\]/,
  },
  {
    name: 'an internal field in the query of a page',
    change: { [cards]: ['{ label }', '{ label purchasePrice }'] },
    code: 'PAGE_QUERY_INVALID',
    at: [cards, 'purchasePrice'],
    says: /purchasePrice/,
  },
  {
    name: 'an internal field that an interface asks for',
    change: {
      [checkout]: [
        'type Transfer implements PaymentMethod {\n  code: ID!',
        'type Transfer implements PaymentMethod {\n  code: ID! @internal',
      ],
    },
    code: 'INTERNAL_MISPLACED',
    at: [checkout, '@internal'],
    says: /PaymentMethod/,
  },
  {
    name: 'a type with internal fields alone',
    change: { [stock]: ['shelf(id: ID!): Shelf', 'shelf(id: ID!): Shelf\n  cellar: Cellar'] },
    write: {
      '../stock/graphql/Cellar.graphql': 'type Cellar {\n  bottles: Int @internal\n}\n',
      '../stock/graphql/Cellar.resolvers.ts': 'export default { Query: { cellar: () => ({ bottles: 1 }) } };\n',
    },
    code: 'INTERNAL_MISPLACED',
    at: ['../stock/graphql/Cellar.graphql', 'bottles'],
    says: /Cellar/,
  },
  {
    name: 'an argument of @internal',
    change: { [stock]: ['purchasePrice: Int @internal', 'purchasePrice: Int @internal(public: false)'] },
    code: '',
    at: [stock, '@internal(public'],
    says: /public/,
  },
  {
    name: 'a used field whose owner is not enabled',
    change: { [config]: ['./extensions/stock }', './extensions/stock, enabled: false }'] },
    code: 'USES_UNKNOWN',
    at: [uses, 'reserveStock'],
    says: /Enable "stock"/,
  },
];

const gathered: readonly Mistake[] = [
  {
    name: '@contribute without a list that is gathered',
    change: { [checkout]: ['[PaymentMethod!]! @gather', '[PaymentMethod!]!'] },
    code: 'CONTRIBUTION_UNKNOWN',
    at: [card, 'paymentMethods'],
    says: /ask the team of .*checkout.* for @gather/,
  },
  {
    name: 'a misspelt field that is contributed',
    change: { [card]: ['paymentMethods(', 'paymentMethod('] },
    code: 'CONTRIBUTION_UNKNOWN',
    at: [card, 'paymentMethod('],
    says: /Did you mean "Query\.paymentMethods"/,
  },
  {
    name: 'a contribution without @contribute',
    change: { [card]: [parts, '[PaymentMethod!]!'] },
    code: '',
    at: [card, 'paymentMethods'],
    says: /@contribute/,
    mend: { [card]: ['(cart: ID!): [PaymentMethod!]!', `(cart: ID!): ${parts}`] },
  },
  {
    name: 'an argument of another type',
    change: { [card]: ['cart: ID!', 'cart: String!'] },
    code: 'CONTRIBUTION_DIFFERS',
    at: [card, 'cart: String!'],
    says: /Write cart: ID! here too/,
  },
  {
    name: 'an argument that may be null',
    change: { [card]: ['cart: ID!', 'cart: ID'] },
    code: 'CONTRIBUTION_DIFFERS',
    at: [card, 'cart: ID)'],
    says: /Write cart: ID! here too/,
  },
  {
    name: 'a list whose items may be null',
    change: { [card]: [parts, '[PaymentMethod]! @contribute'] },
    code: 'CONTRIBUTION_DIFFERS',
    at: [card, '[PaymentMethod]!'],
    says: /Write \[PaymentMethod!\]! here too/,
  },
  {
    name: 'an argument too many',
    change: { [card]: ['cart: ID!)', 'cart: ID!, sort: String)'] },
    code: 'CONTRIBUTION_DIFFERS',
    at: [card, 'sort'],
    says: /Remove the argument/,
  },
  {
    name: 'an argument too few',
    change: { [card]: ['startPayment(type: String!, code: ID!)', 'startPayment(type: String!)'] },
    code: 'CONTRIBUTION_DIFFERS',
    at: [card, 'startPayment'],
    says: /Write code: ID! here too/,
  },
  {
    name: '@gather on a field that is no list',
    change: { [checkout]: ['cart(id: ID!): Cart', 'cart(id: ID!): Cart @gather'] },
    code: 'GATHER_INVALID',
    at: [checkout, 'Cart @gather'],
    says: /Make it a list/,
  },
  {
    name: '@gather on a mutation',
    change: { [checkout]: ['@dispatch(by: "type")', '@gather'] },
    code: 'GATHER_INVALID',
    at: [checkout, 'startPayment'],
    says: /@dispatch/,
  },
  {
    name: '@gather on a type without a key',
    change: { [checkout]: ['type Cart @key(fields: "id")', 'type Cart'] },
    code: 'GATHER_INVALID',
    at: [checkout, 'claims'],
    says: /Write @key/,
  },
  {
    name: '@dispatch by an argument that there is not',
    change: { [checkout]: ['by: "type"', 'by: "typ"'] },
    code: 'GATHER_INVALID',
    at: [checkout, '@dispatch'],
    says: /Did you mean "type"/,
  },
  {
    name: 'a misspelt argument of @dispatch',
    change: { [checkout]: ['@dispatch(by: "type")', '@dispatch(bye: "type")'] },
    code: '',
    at: [checkout, 'bye'],
    says: /Did you mean "by"/,
  },
  {
    name: 'a misspelt directive',
    change: { [card]: [parts, '[PaymentMethod!]! @contribut'] },
    code: 'FIELD_OWNED_TWICE',
    at: [card, '@contribut'],
    says: /Write @contribute on it here/,
  },
  {
    name: 'a contribution that is internal',
    change: { [card]: [parts, `${parts} @internal`] },
    code: 'CONTRIBUTION_INVALID',
    at: [card, '@internal'],
    says: /Leave @internal out/,
  },
  {
    name: 'a contributor without a type, for a field that is dispatched',
    change: {
      [card]: ['type Card implements PaymentMethod @key(fields: "code") {\n  code: ID!\n  label: String!\n}\n', ''],
      'graphql/Card.resolvers.ts': ["  Card: { __resolveReference: ({ code }) => ({ code, label: 'Card' }) },\n", ''],
    },
    code: 'CONTRIBUTION_INVALID',
    at: [card, 'startPayment'],
    says: /Define a type of your own/,
  },
  {
    name: 'a keyed object of another extension in a contribution',
    change: {
      [checkout]: ['type Claim {\n', 'type Claim @key(fields: "amount") {\n'],
      '../checkout/graphql/Checkout.resolvers.ts': [
        '  Shelf:',
        '  Claim: { __resolveReference: (claim) => claim },\n  Shelf:',
      ],
    },
    code: 'CONTRIBUTION_INVALID',
    at: [card, 'claims'],
    says: /Write @provides/,
  },
  {
    name: 'a type that two contributors have',
    change: {
      [config]: ['    - { name: card,', '    - { name: gift, resolve: ./extensions/gift }\n    - { name: card,'],
    },
    write: {
      '../gift/graphql/Gift.graphql': `type Card implements PaymentMethod {\n  code: ID!\n  label: String!\n}\nextend type Query {\n  paymentMethods(cart: ID!): ${parts}\n}\n`,
      '../gift/graphql/Gift.resolvers.ts': 'export default { Query: { paymentMethods: () => [] } };\n',
    },
    code: '',
    at: [card, 'type Card'],
    says: /gift/,
  },
  {
    name: 'a contribution without a resolver',
    change: { 'graphql/Card.resolvers.ts': ["  Mutation: { startPayment: () => ({ by: 'card' }) },\n", ''] },
    code: '',
    at: [card, 'startPayment'],
    says: /resolver/,
  },
  {
    name: 'a contribution to an owner that is not enabled',
    change: { [config]: ['./extensions/checkout }', './extensions/checkout, enabled: false }'] },
    code: 'CONTRIBUTION_RESTS',
    at: [card, 'paymentMethods'],
    says: /Enable "checkout"/,
  },
];

const pages: readonly Mistake[] = [
  {
    name: 'page.json without a path',
    change: { [page]: ['"path": "/cards",\n', ''] },
    code: 'PAGE_JSON_INVALID',
    at: [page],
    says: /path/,
  },
  {
    name: 'a misspelt key of page.json',
    change: { [page]: ['"permissions"', '"permisions"'] },
    code: 'PAGE_JSON_INVALID',
    at: [page, 'permisions'],
    says: /Did you mean "permissions"/,
  },
  {
    name: 'a path of page.json that gateway.yaml has',
    change: { [page]: ['"/cards"', '"/sign-in"'] },
    code: 'PAGE_COLLISION',
    at: [page, '/sign-in'],
    says: /pages\.cards in gateway\.yaml/,
    mend: { [config]: ['pages:\n', 'pages:\n  cards: { path: /my-cards }\n'] },
  },
  {
    name: 'two page.json with one path',
    write: {
      '../checkout/pages/orders/page.json': '{\n  "path": "/cards"\n}\n',
      '../checkout/pages/orders/Orders.tsx':
        "export const layout = { areaId: 'content', sortOrder: 1 };\nexport default () => <p>1</p>;\n",
    },
    code: 'PAGE_COLLISION',
    at: [page, '/cards'],
    says: /the page "orders"/,
  },
  {
    name: 'one page of two extensions',
    write: { '../checkout/pages/cards/page.json': '{\n  "path": "/orders"\n}\n' },
    code: 'PAGE_COLLISION',
    at: [page, 'path'],
    says: /Rename the folder/,
  },
  {
    name: 'a permission that no caller can have',
    change: { [page]: ['cards:read', 'card:read'] },
    code: 'LINT_PERMISSION_UNGRANTED',
    at: [page, 'card:read'],
    says: /Did you mean "cards:read"/,
  },
  {
    name: 'a permission that is not written area:action',
    change: { [page]: ['cards:read', 'cards'] },
    code: 'PAGE_JSON_INVALID',
    at: [page, '"cards"'],
    says: /area:action/,
  },
  {
    name: 'permissions of a public page',
    change: { [page]: ['  "access": "private",\n', ''] },
    code: 'PAGE_JSON_INVALID',
    at: [page, 'permissions'],
    says: /Set "access" to "private"/,
  },
  {
    name: 'a reserved path of a page',
    change: { [page]: ['"/cards"', '"/assets/cards"'] },
    code: 'PAGE_PATH_RESERVED',
    at: [page, 'path'],
    says: /another path/,
  },
  {
    name: 'a path that begins with a locale of the shop',
    change: { [page]: ['"/cards"', '"/de/cards"'] },
    code: 'PAGE_JSON_INVALID',
    at: [page, 'path'],
    says: /locale/,
  },
  {
    name: 'a value that page.json does not name',
    change: { [page]: ['"sort"', '"sorted"'] },
    code: 'CONTEXT_VALUE_UNKNOWN',
    at: [cards, 'getContextValue'],
    says: /sorted/,
  },
  {
    name: 'notFoundWhenNull of a field that no component asks for',
    change: { [page]: ['"common"', '"notFoundWhenNull": "cart",\n  "common"'] },
    code: 'PAGE_FIELD_UNKNOWN',
    at: [page, 'notFoundWhenNull'],
    says: /Ask for it in the query/,
  },
  {
    name: 'a folder of a page without page.json',
    remove: [page],
    code: 'PAGE_GROUP_UNKNOWN',
    at: [cards],
    says: /page\.json/,
  },
];

const records: readonly Mistake[] = [
  {
    name: 'a record that is not awaited',
    change: { [order]: ['await transaction.record', 'transaction.record'] },
    code: 'LINT_NOT_AWAITED',
    at: [order, 'record'],
    says: /await record/,
  },
  {
    name: 'an end of sessions that is not awaited',
    change: { [signIn]: ['await session.signOutUser', 'session.signOutUser'] },
    code: 'LINT_NOT_AWAITED',
    at: [signIn, 'signOutUser'],
    says: /await signOutUser/,
  },
];

const uploads: readonly Mistake[] = [
  {
    name: 'a misspelt format in consumes',
    change: { [scan]: ['"multipart"', '"multi-part"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'multi-part'],
    says: /multipart/,
  },
  {
    name: 'multipart beside another format',
    change: { [scan]: ['"multipart"', '"json", "multipart"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'consumes'],
    says: /a route of its own/,
  },
  {
    name: 'files of a route that takes none',
    change: { [scan]: ['"multipart"', '"form"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, '"files"'],
    says: /Write "consumes": \["multipart"\]/,
  },
  {
    name: 'a file without a type',
    change: { [scan]: ['"types": ["application/pdf"], ', ''] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'scan'],
    says: /Add "types", or "picture": true/,
  },
  {
    name: 'a type of files that the gateway does not know by its bytes',
    change: { [scan]: ['application/pdf', 'text/html'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'text/html'],
    says: /application\/pdf/,
  },
  {
    name: 'a picture of a type that is none',
    change: { [scan]: ['"types"', '"picture": true, "types"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'scan'],
    says: /image\/png/,
  },
  {
    name: 'a file with the name of a field',
    change: { [scan]: ['"title": "String!"', '"scan": "String!"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, '"scan": {'],
    says: /Rename one of the two/,
  },
  {
    name: 'a file in the body',
    change: { [scan]: ['"String!"', '"Upload!"'] },
    code: '',
    at: [scan, 'Upload'],
    says: /Describe files in "files"/,
  },
  {
    name: 'a handler that parses a form with files',
    change: { [scan]: ['"multipart"],', '"multipart"],\n  "parsesBody": true,'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'consumes'],
    says: /Remove "parsesBody"/,
  },
  {
    name: 'multipart of a route without a body',
    change: { [scan]: ['"POST"', '"GET"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'consumes'],
    says: /Add a method/,
  },
  {
    name: 'a multipart route without files',
    change: {
      [scan]: [',\n  "files": { "scan": { "types": ["application/pdf"], "required": true, "maxBytes": 100000 } }', ''],
    },
    code: 'ROUTE_JSON_INVALID',
    at: [scan, 'consumes'],
    says: /Add "files"/,
  },
  {
    name: 'a file that is stored without waiting',
    change: {
      [addScan]: [
        'const { id } = await context.files.put(files.scan);',
        "context.files.put(files.scan);\n  const id = '1';",
      ],
    },
    code: 'LINT_NOT_AWAITED',
    at: [addScan, 'put('],
    says: /await put/,
  },
];

const texts: readonly Mistake[] = [
  {
    name: 'a text that is not in ICU MessageFormat',
    change: { [en]: ['{# cards}}', '{# cards}'] },
    code: 'TEXT_INVALID',
    at: [en, 'cards.count'],
    says: /brace/,
  },
  {
    name: 'a plural without other',
    change: { [en]: ['other {# cards}', 'many {# cards}'] },
    code: 'TEXT_INVALID',
    at: [en, 'cards.count'],
    says: /other/,
  },
  {
    name: 'a style of numbers that there is not',
    change: { [en]: ['{count, number}', '{count, number, money}'] },
    code: 'TEXT_INVALID',
    at: [en, 'opener.opened'],
    says: /integer, percent, price/,
  },
  {
    name: 'an argument that only the translation has',
    change: { [de]: ['{count, number} mal', '{times, number} mal'] },
    code: 'TEXT_INVALID',
    at: [de, 'opener.opened'],
    says: /those of en\.json/,
  },
  {
    name: 'an object in place of keys with dots',
    change: { [en]: ['"signIn.name": "Name"', '"signIn": { "name": "Name" }'] },
    code: 'TEXT_INVALID',
    at: [en, 'signIn'],
    says: /dots instead of objects/,
  },
  {
    name: 'a file that no locale is called by',
    move: [de, 'texts/german.json'],
    code: 'TEXT_INVALID',
    at: ['texts/german.json'],
    says: /en\.json, de\.json/,
  },
  {
    name: 'a text that a translation lacks',
    change: { [de]: ['  "opener.open": "Öffnen",\n', ''] },
    code: 'LINT_TEXT_MISSING',
    at: [de],
    says: /"opener\.open"/,
  },
  {
    name: 'a misspelt key of a translation',
    change: { [de]: ['"cards.title"', '"cards.titel"'] },
    code: 'LINT_TEXT_UNKNOWN',
    at: [de, 'cards.titel'],
    says: /Did you mean "cards\.title"/,
  },
  {
    name: 'a locale of the shop without texts',
    change: { [config]: ['locales: [en-IE, de]', 'locales: [en-IE, de, ar]'] },
    code: 'LINT_TEXT_MISSING',
    at: [en],
    says: /texts\/ar\.json/,
  },
  {
    name: 'a default that is not of the locales',
    change: { [config]: ['locales: [en-IE, de]', 'locales: [fr, de]'] },
    code: '',
    at: [config, 'locale'],
    says: /en-IE/,
  },
  {
    name: 'a locale that there is not',
    change: { [config]: ['locales: [en-IE, de]', 'locales: [en-IE, de_DE]'] },
    code: 'CONFIG_INVALID',
    at: [config, 'de_DE'],
    says: /de, de-AT or ar/,
  },
  {
    name: 'a misspelt text of a component',
    change: { [cards]: ["'cards.title'", "'cards.titel'"] },
    code: 'LINT_TEXT_KEY',
    at: [cards, 'cards.titel'],
    says: /Did you mean "cards\.title"/,
  },
  {
    name: 'a text that an island does not send',
    change: { [opener]: ["['opener.open', 'opener.opened']", "['opener.open']"] },
    code: 'LINT_TEXT_KEY',
    at: [opener, "text('opener.opened'"],
    says: /export const texts = \['opener\.open', 'opener\.opened'\]/,
  },
  {
    name: 'an island without texts that shows one',
    change: { [opener]: ["export const texts = ['opener.open', 'opener.opened'];\n", ''] },
    code: 'LINT_TEXT_KEY',
    at: [opener, "text('opener.open'"],
    says: /export const texts = \['opener\.open'\]/,
  },
  {
    name: 'a misspelt text that an island sends',
    change: { [opener]: ["texts = ['opener.open',", "texts = ['opener.opn', 'opener.open',"] },
    code: 'LINT_TEXT_KEY',
    at: [opener, 'opener.opn'],
    says: /Did you mean "opener\.open"/,
  },
  {
    name: 'texts of a component that does not hydrate',
    change: { [cards]: ['export default', "export const texts = ['cards.title'];\n\nexport default"] },
    code: '',
    at: [cards, 'texts'],
    says: /Remove it/,
  },
  {
    name: 'a misspelt text of a handler',
    change: { [order]: ["'order.done'", "'order.dome'"] },
    code: 'LINT_TEXT_KEY',
    at: [order, 'order.dome'],
    says: /Did you mean "order\.done"/,
  },
  {
    name: 'a misspelt text of a locale that a task chooses',
    write: { 'jobs/tell.ts': "export default (_input, context) => context.text('de')('cards.titel');\n" },
    code: 'LINT_TEXT_KEY',
    at: ['jobs/tell.ts', 'context'],
    says: /"cards\.titel".+Did you mean "cards\.title"/s,
  },
  {
    name: 'a misspelt text of an error',
    change: { [order]: ["'order.gone'", "'order.gon'"] },
    code: 'LINT_TEXT_KEY',
    at: [order, 'order.gon'],
    says: /Did you mean "order\.gone"/,
  },
  {
    name: 'a misspelt message of route.json',
    change: { [orderJson]: ['"order.note"', '"order.not"'] },
    code: 'ROUTE_JSON_INVALID',
    at: [orderJson, 'order.not'],
    says: /Did you mean "order\.note"/,
  },
];

/** The copy of a shop that uses all of it. */
async function makeShop(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'stoa-offers-')));
  await cp(join(root, 'test/fixtures/offers-shop'), folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

// A finding TYPES_STALE in the shop as it is: run "stoa types" in the fixture, and remove the contracts.
describe('stoa check finds, where extensions offer and ask for something,', () =>
  itFinds([...internal, ...gathered, ...pages, ...records, ...uploads, ...texts], makeShop, 'extensions/card'));
