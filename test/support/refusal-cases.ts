/**
 * Refusals and failures of the fixture `refusal-shop`, as clients meet them: at the shop's gateway, at `stoa serve`,
 * and at an exported supergraph.
 */

/** An operation. Every engine gives the same data, and errors of the same codes at the same places. */
export interface OperationCase {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Of its errors, in the order of their paths. */
  readonly codes: readonly string[];
}

export const operationCases: Readonly<Record<string, OperationCase>> = {
  'a StoaError of a resolver': { query: '{ refused }', codes: ['OUT_OF_STOCK'] },
  'a StoaError of one of a batch': { query: '{ faults { id refused } }', codes: ['GONE'] },
  'a StoaError in a field that must not be null': { query: '{ faults { id full } }', codes: ['CONFLICT'] },
  'a GraphQLError without a code': { query: '{ unnamed }', codes: ['INTERNAL_SERVER_ERROR'] },
  'an error with a status for the client': { query: '{ known }', codes: ['CONFLICT'] },
  'an error with a status for the log': { query: '{ shy }', codes: ['INTERNAL_SERVER_ERROR'] },
  'a resolver that throws': { query: '{ thrown }', codes: ['INTERNAL_SERVER_ERROR'] },
  'a resolver that throws no error': { query: '{ word }', codes: ['INTERNAL_SERVER_ERROR'] },
  'a time-out': { query: '{ slow }', codes: ['EXTENSION_TIMEOUT'] },
  'nothing where something must be': { query: '{ empty }', codes: ['INTERNAL_SERVER_ERROR'] },
  'a value of another type': { query: '{ wrong }', codes: ['INTERNAL_SERVER_ERROR'] },
  'a missing permission': { query: '{ boss member }', codes: ['FORBIDDEN'] },
  'several at once': {
    query: '{ a: refused b: refused thrown member faults { refused } }',
    codes: ['OUT_OF_STOCK', 'OUT_OF_STOCK', 'GONE', 'INTERNAL_SERVER_ERROR'],
  },
};

/** An operation that is refused before it runs. Other engines have words and codes of their own for these. */
export const refusedOperations: Readonly<Record<string, Omit<OperationCase, 'codes'>>> = {
  'an unknown field': { query: '{ nothing }' },
  'a text that is no GraphQL': { query: '{ refused' },
  'a variable of another type': {
    query: 'query ($first: Int) { faults(first: $first) { id } }',
    variables: { first: 'x' },
  },
  'an unknown variable': { query: '{ faults(first: $first) { id } }' },
  'too deep a text': { query: '{ faults { next { next { next { next { next { id } } } } } } }' },
};

/** A request, and the status that answers it. */
export interface RequestCase {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the answer; undefined when the connection ends without one. */
  readonly status: number | undefined;
}

const json = { 'content-type': 'application/json' };
const order = { method: 'POST', path: '/checked/1', headers: json };
const graphql = { method: 'POST', path: '/graphql', headers: json };
const get = (path: string, status: number | undefined): RequestCase => ({ method: 'GET', path, status });

export const requestCases: Readonly<Record<string, RequestCase>> = {
  'a StoaError of a handler': get('/throw/refusal', 400),
  'a StoaError of a handler, for a browser': { ...get('/throw/conflict', 409), headers: { accept: 'text/html' } },
  'a StoaError that says when to come again': get('/throw/away', 503),
  'a handler that throws': get('/throw/error', 500),
  'an error with a status for the client': get('/throw/known', 422),
  'an error with a status for the log': get('/throw/shy', 502),
  'a handler that reaches nothing': get('/throw/connection', 500),
  'a handler that throws no error': get('/throw/word', 500),
  'a handler that throws too late': get('/throw/late', undefined),
  'a handler that destroys its answer': get('/throw/gone', undefined),
  'a time-out': get('/slow', 504),
  'the limit of a route': get('/limited', 429),
  'a missing permission': get('/boss', 403),
  'a wrong token': { ...get('/boss', 401), headers: { authorization: 'Bearer wrong' } },
  // A browser gets the shop's own page, which stoa serve does not have.
  'an unknown route': get('/none', 404),
  'an unknown route below a reserved path': get('/assets/none', 404),
  'a wrong method': { ...get('/checked/1', 405) },
  'a path that cannot be decoded': get('/checked/%ff', 400),
  'a wrong parameter of the path': { ...order, path: '/checked/one', body: '{"quantity":1}', status: 400 },
  'a wrong parameter of the query string': { ...order, path: '/checked/1?page=x', body: '{"quantity":1}', status: 400 },
  'a body that route.json refuses': { ...order, body: '{"quantity":0,"name":1,"more":2}', status: 400 },
  'a body that is no JSON': { ...order, body: '{"quantity":', status: 400 },
  'a body with __proto__': { ...order, body: '{"quantity":1,"name":"x","__proto__":{}}', status: 400 },
  'a body of another type': { ...order, headers: { 'content-type': 'text/csv' }, body: 'a,b', status: 415 },
  'a compressed body': { ...order, headers: { ...json, 'content-encoding': 'gzip' }, body: 'x', status: 415 },
  'a body that is too large': { ...order, body: JSON.stringify({ name: 'x'.repeat(3_000) }), status: 413 },
  'no body': { ...order, status: 400 },
  'GraphQL without a query': { ...graphql, body: '{}', status: 400 },
  'GraphQL that is no JSON': { ...graphql, body: '{', status: 400 },
  'GraphQL as text': { ...graphql, headers: { 'content-type': 'text/plain' }, body: '{}', status: 415 },
  'GraphQL by PUT': { ...graphql, method: 'PUT', body: '{}', status: 405 },
  'GraphQL in a type that is not spoken': {
    ...graphql,
    headers: { ...json, accept: 'text/csv' },
    body: '{}',
    status: 406,
  },
  'GraphQL of another site': {
    ...{ ...graphql, headers: { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
    ...{ body: '{"query":"{ member }"}', status: 200 },
  },
  'GraphQL that is too large': {
    ...graphql,
    body: JSON.stringify({ query: `{ ${'member '.repeat(500)} }` }),
    status: 413,
  },
  'a mutation by GET': get('/graphql?query=mutation{__typename}', 405),
};

/** What no HTTP library sends. AUTH stands for the line with the token. */
export const rawCases: Readonly<Record<string, { readonly text: string; readonly status: number }>> = {
  'a slow head': { text: 'GET /none HTTP/1.1\r\nHost: x\r\nX-Slow:', status: 408 },
  'a slow body': {
    text: 'POST /checked/1 HTTP/1.1\r\nHost: x\r\nAUTHContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    status: 408,
  },
  'no HTTP': { text: 'good morning\r\n\r\n', status: 400 },
  'two tokens': { text: 'GET /boss HTTP/1.1\r\nHost: x\r\nAuthorization: Basic x\r\nAUTH\r\n', status: 400 },
  'two Hosts': { text: 'GET /none HTTP/1.1\r\nHost: x\r\nHost: y\r\nAUTH\r\n', status: 400 },
  'no Host': { text: 'GET /none HTTP/1.1\r\nAUTH\r\n', status: 400 },
  'chunks of HTTP/1.0': {
    text: 'POST /none HTTP/1.0\r\nHost: x\r\nAUTHTransfer-Encoding: chunked\r\n\r\n',
    status: 400,
  },
  'an address that is too long': { text: `GET /${'x'.repeat(2_000)} HTTP/1.1\r\nHost: x\r\nAUTH\r\n`, status: 414 },
  'too many fields': { text: `GET /none HTTP/1.1\r\nHost: x\r\nAUTH${'X-One: 1\r\n'.repeat(50)}\r\n`, status: 431 },
  'a tunnel': { text: 'CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', status: 400 },
};
