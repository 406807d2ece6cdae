import { request as httpRequest } from 'node:http';
import { getIntrospectionQuery } from 'graphql';

/** One request that wants to hurt, learn or get past something, and what has to become of it. */
export interface HostileRequest {
  readonly name: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** After the GraphQL path. */
  readonly search?: string;
  readonly body?: string;
  /** Status with `Accept: application/graphql-response+json`. */
  readonly status: number;
  /** Codes of all errors, each once; none when the request is answered. */
  readonly codes: readonly string[];
  /** What the answer's text must have, and what it must not have. */
  readonly says?: RegExp;
  readonly hides?: RegExp;
  /** How many errors there may be. */
  readonly errors?: number;
}

const invalid = ['GRAPHQL_VALIDATION_FAILED'];
const tooMany = (what: string) => new RegExp(`The operation has more than \\d+ ${what}\\.`);

function query(name: string, text: string, rest: Partial<HostileRequest> = {}): HostileRequest {
  return { name, body: JSON.stringify({ query: text }), status: 400, codes: invalid, errors: 1, ...rest };
}

function withVariables(name: string, text: string, variables: string, rest: Partial<HostileRequest>): HostileRequest {
  const body = `{"query":${JSON.stringify(text)},"variables":${variables}}`;
  return { name, body, status: 400, codes: ['BAD_USER_INPUT'], ...rest };
}

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');
const nested = (depth: number): string =>
  `{ products { nodes ${'{ reviews { product '.repeat(depth)} { name } ${'} }'.repeat(depth)} } }`;
const twice = times(26, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
const url = (text: string): string => `?query=${encodeURIComponent(text)}`;
const deepJson = '['.repeat(45_000) + ']'.repeat(45_000);
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const mutation = 'mutation { deleteReview(id: "1") }';

const learning: readonly HostileRequest[] = [
  query('introspection', getIntrospectionQuery(), { says: /Introspection is turned off/, hides: /Review/ }),
  query('introspection by GET', '', { method: 'GET', search: url('{ __schema { types { name } } }'), hides: /Review/ }),
  query('introspection of one type', '{ __type(name: "Review") { name } }', { says: /Introspection is turned off/ }),
  query('introspection in a fragment', '{ ...F } fragment F on Query { x: __schema { types { name } } }', {
    hides: /Review/,
  }),
  query('a misspelt field', '{ product(id: 1) { nam } }', { hides: /Did you mean|\bname/ }),
  query('a misspelt argument', '{ product(ids: 1) { name } }', { hides: /Did you mean/, errors: 2 }),
  query('a misspelt type', '{ product(id: 1) { ... on Produc { name } } }', { hides: /Did you mean|Product"/ }),
  query('an object without fields', '{ product(id: 1) }', { hides: /Did you mean/ }),
  withVariables(
    'a misspelt input field',
    'mutation ($i: ReviewInput!) { createReview(input: $i) { id } }',
    '{"i":{"autor":"x"}}',
    { hides: /Did you mean/ },
  ),
  { name: 'GraphiQL', method: 'GET', headers: html, status: 404, codes: ['NOT_FOUND'], hides: /<html/i },
];

const costing: readonly HostileRequest[] = [
  query('101 aliases', `{ ${times(101, (i) => `a${i}: product(id: ${i}) { name }`)} }`, { says: tooMany('aliases') }),
  query('1,000 aliases of __typename', `{ ${times(1000, (i) => `a${i}: __typename`)} }`, {
    codes: ['GRAPHQL_PARSE_FAILED'],
    says: /2000 tokens/,
  }),
  query('600 aliases of __typename', `{ ${times(600, (i) => `a${i}: __typename`)} }`, {
    says: tooMany('aliases'),
    errors: 2,
  }),
  query('1,000 times __typename', `{ ${times(1000, () => '__typename')} }`, { says: tooMany('fields') }),
  query('1,998 times __typename', `{ ${times(1998, () => '__typename')} }`, { says: tooMany('fields') }),
  query(
    'equal fields through fragments',
    `{ ${times(30, () => '...F')} } fragment F on Query { ${times(30, () => '__typename')} }`,
    { says: tooMany('fields') },
  ),
  query('3,000 tokens', `{ ${times(3000, () => '__typename')} }`, {
    codes: ['GRAPHQL_PARSE_FAILED'],
    says: /2000 tokens/,
  }),
  query('depth 41', nested(19), { says: /41 fields deep; the limit is 12/ }),
  query('26 nested fragments', `{ ...F0 } ${twice} fragment F26 on Query { __typename }`, { says: tooMany('fields') }),
  query('a cycle of fragments', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', {
    says: /Cannot spread fragment/,
  }),
  query('10 unknown directives', `{ __typename ${times(10, () => '@aa')} }`, { says: /Unknown directive/ }),
  query('21 directives', `{ __typename ${times(21, () => '@include(if: true)')} }`, { says: tooMany('directives') }),
  query('300 unknown fields', `{ ${times(300, (i) => `f${i}`)} }`, { errors: 21 }),
  query(
    '100 products, and four times their reviews',
    '{ products(first: 100) { nodes { reviews { product { reviews { product { reviews { product { reviews { id } } } } } } } } } }',
    { codes: ['COST_ESTIMATED_TOO_EXPENSIVE'], says: /costs 93601; the limit is 50000/ },
  ),
  withVariables(
    'the same, by a variable',
    'query ($n: Int) { products(first: $n) { nodes { reviews { product { reviews { product { reviews { product { reviews { id } } } } } } } } } }',
    '{"n":100}',
    { codes: ['COST_ESTIMATED_TOO_EXPENSIVE'] },
  ),
  {
    name: 'a batch',
    body: JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    status: 400,
    codes: ['BAD_USER_INPUT'],
    says: /one operation a request/,
  },
];

const values: readonly HostileRequest[] = [
  withVariables('45,000-deep JSON nobody asked for', '{ __typename }', `{"x":${deepJson}}`, {}),
  withVariables(
    '45,000-deep JSON as an Int',
    'query ($n: Int) { products(first: $n) { totalCount } }',
    `{"n":${deepJson}}`,
    {},
  ),
  withVariables(
    '45,000-deep JSON as an ID',
    'query ($id: ID!) { product(id: $id) { name } }',
    `{"id":${deepJson}}`,
    {},
  ),
  withVariables(
    '45,000-deep JSON as parameters',
    'query ($p: URLParams) { url(routeId: "productPage", params: $p) }',
    `{"p":{"productId":${deepJson}}}`,
    {},
  ),
  withVariables('45,000-deep JSON as the extensions', '{ __typename }', `{},"extensions":{"x":${deepJson}}`, {}),
  withVariables(
    'a huge Int',
    'query ($n: Int) { products(first: $n) { totalCount } }',
    '{"n":99999999999999999999}',
    {},
  ),
  withVariables(
    'an Int of 2^31 - 1',
    'query ($n: Int) { products(first: $n) { nodes { name } } }',
    '{"n":2147483647}',
    { codes: ['COST_ESTIMATED_TOO_EXPENSIVE'] },
  ),
  withVariables(
    'a number that is infinite',
    'query ($n: Int) { products(first: $n) { nodes { name } } }',
    '{"n":1e999}',
    { codes: ['COST_ESTIMATED_TOO_EXPENSIVE'] },
  ),
  withVariables('a negative Int', 'query ($n: Int) { products(first: $n) { nodes { name } } }', '{"n":-1}', {
    status: 200,
  }),
  query('a huge Int in the text', `{ products(first: ${'9'.repeat(400)}) { totalCount } }`, {}),
  withVariables(
    '__proto__ as a variable',
    '{ __typename }',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    {},
  ),
  withVariables(
    '__proto__ in an input',
    'mutation ($i: ReviewInput!) { createReview(input: $i) { id } }',
    '{"i":{"__proto__":{"polluted":true}}}',
    {},
  ),
  withVariables(
    '__proto__ in parameters',
    'query ($p: URLParams) { url(routeId: "productPage", params: $p) }',
    '{"p":{"__proto__":{"productId":"1"}}}',
    {},
  ),
  query('__proto__ as an alias', '{ __proto__: product(id: "1001") { __proto__: name } }', {
    status: 200,
    codes: [],
    errors: 0,
  }),
];

const crossing: readonly HostileRequest[] = [
  {
    name: 'a form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'query=%7B__typename%7D',
    status: 415,
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
  },
  {
    name: 'plain text',
    headers: { 'content-type': 'text/plain' },
    body: '{"query":"{__typename}"}',
    status: 415,
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
  },
  {
    name: 'a multipart form',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x--',
    status: 415,
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
  },
  { name: 'a mutation by GET', method: 'GET', search: url(mutation), status: 405, codes: ['METHOD_NOT_ALLOWED'] },
  query('a foreign origin', '{ __typename }', {
    headers: { origin: 'https://evil.example' },
    status: 403,
    codes: ['FORBIDDEN'],
  }),
  query('the origin null', '{ __typename }', { headers: { origin: 'null' }, status: 403, codes: ['FORBIDDEN'] }),
  query('another site', '{ __typename }', {
    headers: { 'sec-fetch-site': 'cross-site' },
    status: 403,
    codes: ['FORBIDDEN'],
  }),
  query('a sibling of this site', '{ __typename }', {
    headers: { 'sec-fetch-site': 'same-site' },
    status: 403,
    codes: ['FORBIDDEN'],
  }),
  {
    name: 'another site, by GET',
    method: 'GET',
    headers: { 'sec-fetch-site': 'cross-site' },
    search: url('{__typename}'),
    status: 403,
    codes: ['FORBIDDEN'],
  },
  {
    name: 'a preflight',
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    status: 405,
    codes: ['METHOD_NOT_ALLOWED'],
  },
];

export const hostileRequests = { learning, costing, values, crossing } as const;

export interface HostileReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends it to the shop's GraphQL path. By hand: fetch does not send `Sec-Fetch-Site` and `Origin` as it is told. */
export function sendHostile(
  url: string,
  { method = 'POST', headers = {}, search = '', body = '' }: HostileRequest,
): Promise<HostileReply> {
  const started = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<HostileReply>();
  const outgoing = httpRequest(
    `${url}/graphql${search}`,
    {
      method,
      headers: {
        accept: 'application/graphql-response+json',
        ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...headers,
      },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const milliseconds = performance.now() - started;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, milliseconds });
      });
    },
  );
  outgoing.on('error', reject);
  outgoing.end(method === 'POST' ? body : undefined);
  return promise;
}
