import type { FindingCode } from '../../src/base/findings/finding-codes.ts';

/** What an edit does to the files of `page-shop` with the extension `things` of `small-shop` in it. */
export interface BrokenEdit {
  readonly code: FindingCode;
  readonly what: string;
  /** By path: the new text, what makes it of the old one, or undefined for a file that is removed. */
  readonly files: Readonly<Record<string, string | Buffer | ((text: string) => string) | undefined>>;
  /** The file that is named, when it is not the first of those. */
  readonly named?: string;
  /** The line that is named; any, when left out. Of a file that is missing, misnamed or not to be read it is the first. */
  readonly line?: number;
}

const things = 'extensions/things';
const shelf = 'extensions/shelf';
const notes = 'extensions/notes';
const route = `${things}/api/addThing/route.json`;
const handler = `${things}/api/addThing/[bodyParser]addThing.ts`;
const sdl = `${things}/graphql/Thing.graphql`;
const resolvers = `${things}/graphql/Thing.resolvers.ts`;
const list = `${shelf}/pages/homepage/List.tsx`;
const footer = `${shelf}/pages/all/Footer.tsx`;
const product = `${shelf}/graphql/Product.graphql`;
const note = `${notes}/graphql/Note.graphql`;
const yaml = 'gateway.yaml';

const replaced = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`there is no ${from} to break`);
  return text.replace(from, to);
};
const added = (more: string) => (text: string) => `${text}\n${more}\n`;
const body = '"body": { "name": "String!" }';
const component = (query: string) =>
  `export const layout = { areaId: 'content', sortOrder: 1 };\nexport const query = \`${query}\`;\nexport default function List() { return null; }\n`;

export const brokenEdits: readonly BrokenEdit[] = [
  // gateway.yaml
  { code: 'CONFIG_MISSING', what: 'is gone', files: { [yaml]: undefined }, line: 1 },
  { code: 'CONFIG_UNREADABLE', what: 'is not UTF-8', files: { [yaml]: Buffer.from([0xff, 0xfe, 0x00]) }, line: 1 },
  { code: 'CONFIG_SYNTAX', what: 'has an open quote', files: { [yaml]: added('graphql: { access: "public }') } },
  { code: 'CONFIG_UNKNOWN_KEY', what: 'has a misspelt key', files: { [yaml]: replaced('version', 'versoin') } },
  { code: 'CONFIG_INVALID', what: 'has a version to come', files: { [yaml]: replaced('version: 1', 'version: 2') } },
  {
    code: 'CONFIG_VARIABLE_MISSING',
    what: 'asks for what is not set',
    files: { [yaml]: added('graphql: { access: "${NOT_SET}" }') },
  },
  {
    code: 'CONFIG_VARIABLE_SYNTAX',
    what: 'has a variable without an end',
    files: { [yaml]: added('graphql: { access: "${OPEN" }') },
  },
  {
    code: 'CONFIG_DUPLICATE',
    what: 'has two extensions of one name',
    files: { [yaml]: replaced('name: notes', 'name: shelf') },
  },
  { code: 'PAGE_PATH_INVALID', what: 'has half a parameter', files: { [yaml]: replaced('/slow', '/slow-:name') } },
  {
    code: 'PAGE_PATH_RESERVED',
    what: 'has a page at /graphql',
    files: { [yaml]: replaced('path: /slow', 'path: /graphql') },
  },
  { code: 'EXTENSION_NOT_FOUND', what: 'leads nowhere', files: { [yaml]: replaced('/notes', '/note') } },
  {
    code: 'PAGE_GROUP_UNKNOWN',
    what: 'has lost a page',
    files: { [yaml]: replaced('  slow: { path: /slow }\n', '') },
    named: `${shelf}/pages/slow`,
    line: 1,
  },
  // folders and files
  {
    code: 'EXTENSION_FILE_UNKNOWN',
    what: 'is a file among endpoints',
    files: { [`${things}/api/stray.ts`]: '' },
    line: 1,
  },
  { code: 'FILE_NOT_UTF8', what: 'is saved as Latin-1', files: { [sdl]: Buffer.from('# caf\xe9\n', 'latin1') } },
  {
    code: 'ENDPOINT_NAME',
    what: 'has a dash',
    files: { [`${things}/api/add-thing/route.json`]: '{}' },
    named: `${things}/api/add-thing`,
    line: 1,
  },
  { code: 'PACKAGE_JSON_INVALID', what: 'is cut short', files: { [`${things}/package.json`]: '{ "name": ' } },
  {
    code: 'EXTENSION_INCOMPATIBLE',
    what: 'wants another stoa',
    files: { [`${things}/package.json`]: '{ "name": "things", "version": "1.0.0",\n  "stoa": "^99.0.0" }' },
  },
  // endpoints
  {
    code: 'ROUTE_JSON_MISSING',
    what: 'has gone',
    files: { [route]: undefined },
    named: `${things}/api/addThing`,
    line: 1,
  },
  { code: 'ROUTE_JSON_SYNTAX', what: 'has lost a bracket', files: { [route]: replaced('"path"', '{ "path"') } },
  { code: 'ROUTE_JSON_INVALID', what: 'has a method that is none', files: { [route]: replaced('POST', 'FETCH') } },
  { code: 'ROUTE_FIELD_TYPE', what: 'has a type that is none', files: { [route]: replaced('String!', 'Strin!') } },
  { code: 'ROUTE_PATH_INVALID', what: 'has half a parameter', files: { [route]: replaced('/things', '/things-:id') } },
  { code: 'ROUTE_PATH_RESERVED', what: 'is the gateway’s own', files: { [route]: replaced('/things', '/graphql') } },
  {
    code: 'BODY_SCHEMA_INVALID',
    what: 'has a schema that does not compile',
    files: { [route]: replaced(body, '"bodySchema": { "type": "objekt" }') },
  },
  {
    code: 'HANDLER_MISSING',
    what: 'has a route without handlers',
    files: { [`${things}/api/lonely/route.json`]: '{ "methods": ["GET"], "path": "/lonely", "access": "public" }' },
    named: `${things}/api/lonely`,
    line: 1,
  },
  {
    code: 'HANDLER_NAME',
    what: 'has an open bracket',
    files: { [`${things}/api/addThing/[bodyParser.ts`]: 'export default () => {};' },
    line: 1,
  },
  {
    code: 'HANDLER_DUPLICATE',
    what: 'has two handlers of one name',
    files: { [`${things}/api/addThing/bodyParser.js`]: 'export default () => {};' },
    named: `${things}/api/addThing/bodyParser`,
    line: 1,
  },
  {
    code: 'PREREQUISITE_UNKNOWN',
    what: 'runs after nobody',
    files: { [`${things}/api/addThing/[bodyParsr]more.ts`]: 'export default () => {};' },
    line: 1,
  },
  {
    code: 'PREREQUISITE_CYCLE',
    what: 'waits for itself',
    files: {
      [`${things}/api/addThing/[b]a.ts`]: 'export default () => {};',
      [`${things}/api/addThing/[a]b.ts`]: 'export default () => {};',
    },
    named: `${things}/api/addThing`,
    line: 1,
  },
  { code: 'ROUTE_COLLISION', what: 'takes another’s path', files: { [route]: replaced('/things', '/products/:id') } },
  // SDL and resolvers
  { code: 'SDL_SYNTAX', what: 'has lost a bracket', files: { [sdl]: replaced('}', '') } },
  {
    code: 'FIELD_OWNED_TWICE',
    what: 'defines another’s field',
    files: { [sdl]: added('extend type Query { products: Int }') },
  },
  { code: 'TYPE_OWNED_TWICE', what: 'defines another’s type', files: { [sdl]: added('type Note { id: ID! }') } },
  {
    code: 'TYPE_EXTENDED_UNKNOWN',
    what: 'extends nobody’s type',
    files: { [sdl]: added('extend type Nobody { id: ID! }') },
  },
  {
    code: 'TYPE_UNKNOWN',
    what: 'has a field of nobody’s type',
    files: { [sdl]: replaced('name: String!', 'name: Strin!') },
  },
  {
    code: 'KEY_MISSING',
    what: 'has lost the key that others need',
    files: { [product]: replaced(' @key(fields: "productId")', '') },
    named: note,
  },
  { code: 'KEY_INVALID', what: 'has a key that is no field', files: { [product]: replaced('"productId"', '"id"') } },
  {
    code: 'REFERENCE_RESOLVER_MISSING',
    what: 'cannot find its entity, which another extension refers to',
    files: {
      [sdl]: replaced('type Thing', 'type Thing @key(fields: "id")'),
      [note]: added('type Noted { thing: Thing }'),
    },
  },
  {
    code: 'RESOLVER_MISSING',
    what: 'has a field without a resolver',
    files: { [note]: replaced('stamp: String!', 'stamp: String!\n  seal: String!') },
  },
  {
    code: 'SCHEMA_INVALID',
    what: 'breaks a rule of GraphQL',
    files: { [sdl]: added('type Empty implements Thing { id: ID! }') },
  },
  {
    code: 'RESOLVERS_INVALID',
    what: 'resolves what is not declared',
    files: { [resolvers]: 'export default {\n  Query: {\n    things: () => [],\n    thinks: () => [],\n  },\n};' },
    line: 4,
  },
  // code
  { code: 'BUILD_FAILED', what: 'is cut short', files: { [handler]: 'export default (request, response) => {' } },
  {
    code: 'BUILD_FAILED',
    what: 'imports what is not there',
    files: { [handler]: "import { nothing } from './nothing.ts';\nexport default nothing;" },
  },
  {
    code: 'IMPORT_FORBIDDEN',
    what: 'imports a neighbour',
    files: { [handler]: "import '../../../notes/graphql/Note.resolvers.ts';\nexport default () => {};" },
  },
  { code: 'HANDLER_NOT_A_FUNCTION', what: 'exports a number', files: { [handler]: '\nexport default 1;' }, line: 2 },
  {
    code: 'EXTENSION_THROWS',
    what: 'throws while it loads',
    files: { [resolvers]: "\nthrow new Error('not today');" },
    line: 2,
  },
  {
    code: 'EXTENSION_THROWS',
    what: 'leaves a promise that rejects while it loads',
    files: {
      [resolvers]: "\nvoid Promise.reject(new Error('no such host'));\nexport default { Query: { things: () => [] } };",
    },
    line: 2,
  },
  { code: 'EXTENSION_THROWS', what: 'ends the process while it loads', files: { [resolvers]: '\nprocess.exit(1);' } },
  {
    code: 'EXTENSION_LOADS_FOREVER',
    what: 'loops while it loads',
    files: { [resolvers]: 'let turns = 0;\nwhile (true) turns++;' },
  },
  {
    code: 'EXTENSION_LOADS_FOREVER',
    what: 'waits for ever',
    files: {
      [resolvers]: 'export default { Query: { things: async () => await [] } };\nawait new Promise(() => undefined);',
    },
    line: 2,
  },
  // pages
  {
    code: 'COMPONENT_EXPORT',
    what: 'exports more than a component does',
    files: { [footer]: added('export const more = 1;') },
    line: 7,
  },
  {
    code: 'COMPONENT_LAYOUT',
    what: 'has no place',
    files: { [footer]: replaced("{ areaId: 'footer'", '{\n  areaId: 1') },
    line: 2,
  },
  {
    code: 'AREA_UNKNOWN',
    what: 'is where no area is',
    files: { [footer]: replaced("{ areaId: 'footer'", "{\n  areaId: 'footr'") },
    line: 2,
  },
  { code: 'PAGE_QUERY_SYNTAX', what: 'has an open bracket', files: { [list]: component('query { products { name }') } },
  { code: 'PAGE_QUERY_OPERATION', what: 'writes', files: { [list]: component('mutation { products }') } },
  {
    code: 'PAGE_QUERY_VARIABLE',
    what: 'needs what nobody gives',
    files: { [list]: component('query ($id: ID!) { product(id: $id) { name } }') },
  },
  {
    code: 'PAGE_QUERY_INVALID',
    what: 'asks for what is not there',
    files: { [list]: component('query { products { nam } }') },
  },
  {
    code: 'CONTEXT_VALUE_UNKNOWN',
    what: 'asks for what the page has not',
    files: { [list]: component('query { product(id: getContextValue("nobody")) { name } }') },
  },
  {
    code: 'CONTEXT_VALUE_MISUSED',
    what: 'asks without a name',
    files: { [list]: component('query { product(id: getContextValue()) { name } }') },
  },
  // migrations
  {
    code: 'MIGRATION_NAME',
    what: 'has no number',
    files: { [`${things}/migrations/colour.sql`]: 'select 1;' },
    line: 1,
  },
  {
    code: 'SQL_EMPTY',
    what: 'is empty',
    files: { [`${things}/migrations/002-nothing.sql`]: '' },
    line: 1,
  },
  {
    code: 'MIGRATION_DUPLICATE',
    what: 'has the number of another',
    files: { [`${things}/migrations/001-again.sql`]: 'select 1;' },
    named: `${things}/migrations/`,
    line: 1,
  },
  {
    code: 'MIGRATION_FAILED',
    what: 'is refused by the database',
    files: { [`${things}/migrations/002-broken.sql`]: 'select 1;\nalter table thing add colum colour text;' },
  },
  {
    code: 'MIGRATION_CHANGED',
    what: 'was edited after it ran',
    files: { [`${things}/migrations/001-create-thing.sql`]: added('-- later') },
    line: 1,
  },
];
