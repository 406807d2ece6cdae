import { createHash, createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { getIntrospectionQuery } from 'graphql';
import { loadConfig } from '#config';
import { surveyShop } from '#gateway';
import { startServed } from '#serve';
import { createMemoryLog } from '../support/memory-log.ts';
import { createDatabase } from '../support/shared-server.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { fixtureProject } from '../support/test-project.ts';

const names = ['reserveStock', 'reservedPieces', 'purchasePrice', 'ReserveInput', 'ReservedUnit', 'Reservation'];
const input = '(input: { sku: "a", pieces: 1 })';

/** Documents that name something internal. Each is answered as the same one with names that nothing has. */
const documents: Readonly<Record<string, string>> = {
  'a field of Query': '{ reservedPieces }',
  'under an alias': '{ shelves: reservedPieces }',
  'in a named operation': 'query Shelves { reservedPieces }',
  'beside a public one': '{ shelves { id } reservedPieces }',
  'in an inline fragment': '{ ... { reservedPieces } }',
  'in an inline fragment on Query': '{ ... on Query { reservedPieces } }',
  'in a fragment': '{ ...F } fragment F on Query { reservedPieces }',
  'in a fragment of a fragment': '{ ...F } fragment F on Query { ...G } fragment G on Query { reservedPieces }',
  'in a fragment that nothing spreads': '{ shelves { id } } fragment F on Query { reservedPieces }',
  'with @include': '{ reservedPieces @include(if: true) }',
  'with @skip': '{ shelves { id } reservedPieces @skip(if: true) }',
  'with a variable @include': 'query ($a: Boolean = true) { reservedPieces @include(if: $a) }',
  'a mutation': `mutation { reserveStock${input} { id } }`,
  'a mutation under an alias': `mutation { url: reserveStock${input} { id unit } }`,
  'a mutation without its input': 'mutation { reserveStock { id } }',
  'a mutation with a variable': 'mutation ($i: ReserveInput!) { reserveStock(input: $i) { id } }',
  'a mutation in a fragment': `mutation { ...M } fragment M on Mutation { reserveStock${input} { id } }`,
  'a subscription': 'subscription { reservedPieces }',
  'a mutation as a query': `{ reserveStock${input} { id } }`,
  'a field of an object': '{ shelves { purchasePrice } }',
  'a field of an object under the alias of another': '{ shelves { id: purchasePrice } }',
  'a field of an object in a fragment': '{ shelves { ...F } } fragment F on Shelf { id purchasePrice }',
  'a field that @requires has fetched': '{ shelves { margin purchasePrice } }',
  'a field of an entity':
    '{ _entities(representations: [{ __typename: "Shelf", id: "1" }]) { ... on Shelf { purchasePrice } } }',
  'the SDL of a subgraph': '{ _service { sdl } }',
  'a variable of an internal type': 'query ($i: ReserveInput) { shelves { id } }',
  'a variable of an internal enum': 'query ($u: ReservedUnit = PIECE) { shelves { id } }',
  'a fragment on an internal type': '{ ...F } fragment F on Reservation { id }',
  'an inline fragment on an internal type': '{ shelves { ... on Reservation { unit } } }',
  'an address of that name': '{ url(routeId: "reserveStock") }',
  'introspection of an internal type': '{ __type(name: "Reservation") { name fields { name } } }',
  'introspection of an internal input': '{ __type(name: "ReserveInput") { name inputFields { name } } }',
  'introspection of an internal enum': '{ __type(name: "ReservedUnit") { name enumValues { name } } }',
};

/** Documents whose answers name nothing internal, though they come near it. */
const near: Readonly<Record<string, string>> = {
  'the whole schema': getIntrospectionQuery({ inputValueDeprecation: true, descriptions: true }),
  'the types': '{ __schema { types { name kind } } }',
  'the fields of Mutation': '{ __schema { mutationType { name fields(includeDeprecated: true) { name } } } }',
  'the fields of Query':
    '{ __type(name: "Query") { fields(includeDeprecated: true) { name args { type { name } } } } }',
  'the fields of an object': '{ __type(name: "Shelf") { fields { name } } }',
  'the directives': '{ __schema { directives { name args { name type { name } } } } }',
  'a misspelt field': '{ reservedPiece }',
  'a misspelt mutation': `mutation { reserveStok${input} { id } }`,
  'a misspelt field of an object': '{ shelves { purchasePric } }',
  'a misspelt type': '{ ...F } fragment F on Reservatio { id }',
  'a misspelt input': 'query ($i: ReserveInpu) { shelves { id } }',
  'a wrong argument': '{ shelves(reserved: 1) { id } }',
};

const masked = (text: string): string =>
  names.reduce((result, name) => result.replaceAll(name, 'q'.repeat(name.length)), text);

describe('an internal field, for clients', () => {
  let shop: TestGateway;
  let databaseUrl: string;
  let drop: () => Promise<void>;
  before(async () => {
    ({ url: databaseUrl, drop } = await createDatabase());
    const config = (text: string): string =>
      text.replace('server: { port: 0 }', 'server: { port: 0, docs: public }\ngraphql: { apq: { enabled: true } }');
    // In development, errors suggest names and the schema is open.
    shop = await startGateway({ fixture: 'internal-fields', config, databaseUrl, empty: true, development: true });
    // An extension has asked for it, so documents and plans of it are kept.
    const body = { pieces: 1, when: 'look' };
    for (const _ of [1, 2, 3]) expect((await shop.rest('POST', '/orders', { body })).body).to.have.property('data');
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await drop();
  });

  const fetchText = async (path: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(shop.url + path, init);
    return `${response.status} ${await response.text()}`;
  };
  const post = (body: object, type = 'application/json'): Promise<string> =>
    fetchText('/graphql', { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });
  const get = (query: string): Promise<string> => fetchText(`/graphql?query=${encodeURIComponent(query)}`);
  const sha256Hash = (query: string): string => createHash('sha256').update(query).digest('hex');

  /** Ways to send a document. */
  const ways: Readonly<Record<string, (query: string) => Promise<string>>> = {
    POST: (query) => post({ query }),
    GET: get,
    'a persisted query': async (query) => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256Hash(query) } };
      await post({ query, extensions });
      return (await post({ extensions })).replace(sha256Hash(query), '');
    },
    'a batch': (query) => post([{ query: '{ shelves { id } }' }, { query }]),
    'the second of two operations': (query) =>
      post({ query: `query Other { shelves { id } } ${query.replace(/^\{/, 'query Main {')}`, operationName: 'Main' }),
  };

  const sameAsUnknown = async (send: (query: string) => Promise<string>, query: string): Promise<void> => {
    const answer = await send(query);
    expect(masked(answer)).to.equal(await send(masked(query)));
  };

  for (const [title, query] of Object.entries(documents))
    it(`is as one that is not there: ${title}`, async () => {
      for (const _ of ['a new text', 'a repeated one', 'a kept one']) await sameAsUnknown(ways.POST ?? get, query);
    });

  for (const [title, send] of Object.entries(ways))
    it(`is as one that is not there: by ${title}`, async () => {
      for (const query of [
        '{ reservedPieces }',
        '{ shelves { purchasePrice } }',
        `mutation { reserveStock${input} { id } }`,
      ])
        await sameAsUnknown(send, query);
    });

  for (const [title, query] of Object.entries(near))
    it(`is not named in the answer to ${title}`, async () => {
      const answer = await post({ query });
      expect(names.filter((name) => answer.includes(name))).to.deep.equal([]);
    });

  for (const path of ['/', '/graphql', '/docs', '/openapi.json', '/none'])
    it(`is not named at ${path}`, async () => {
      const answer = await fetchText(path, { headers: { accept: 'text/html' } });
      expect(names.filter((name) => answer.includes(name))).to.deep.equal([]);
    });

  it('is not reached by the address of extensions, without what they have', async () => {
    expect(await fetchText('/_stoa/query', { method: 'POST', body: '{"query":"{ reservedPieces }"}' })).to.match(
      /^404 /,
    );
  });

  it('is a finding in the query of a page', async () => {
    const file = await fixtureProject('internal-fields');
    const page = join(dirname(file), 'extensions/spy/pages/homepage/Spy.tsx');
    await mkdir(dirname(page), { recursive: true });
    const query = '{\n  shelves { id purchasePrice }\n}';
    await writeFile(
      page,
      `export const layout = { areaId: 'content', sortOrder: 1 };\nexport const query = \`query ${query}\`;\nexport default () => null;\n`,
    );
    const { findings } = await surveyShop(await loadConfig(file, { environment: { DATABASE_URL: databaseUrl } }));
    expect(findings.map(({ code, what, where }) => [code, what, where.line])).to.deep.equal([
      ['PAGE_QUERY_INVALID', 'the query of Spy: Cannot query field "purchasePrice" on type "Shelf".', 3],
    ]);
    expect(findings[0]?.fix).to.match(/^Shelf\.purchasePrice is internal: no page gets it\./);
  });

  it('is neither reached nor named at an extension that stoa serve serves to other engines', async () => {
    const secret = 'what Hive Gateway and the stock have in common';
    const placement = `{ url: "http://127.0.0.1:1", secret: "${'s'.repeat(40)}", accept: { hive: { secret: "${secret}" } } }`;
    const file = await fixtureProject('internal-fields', (text) =>
      text.replace('./extensions/stock }', `./extensions/stock, placement: ${placement} }`),
    );
    const environment = { DATABASE_URL: databaseUrl };
    const config = await loadConfig(file, { environment, generatedSecrets: 'look' });
    const served = await startServed(config, { name: 'stock', at: { port: 0 }, logger: createMemoryLog().logger });
    const send = async (query: string): Promise<string> => {
      const signature = createHmac('sha256', secret).update(JSON.stringify({ query })).digest('base64');
      const body = JSON.stringify({ query, extensions: { 'hmac-signature': signature } });
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(`${served.url}/graphql`, { method: 'POST', headers, body })).text();
    };
    try {
      expect(await send('{ shelves { id } }')).to.equal('{"data":{"shelves":[{"id":"1"}]}}');
      for (const query of Object.values(documents)) if (!query.includes('_service')) await sameAsUnknown(send, query);
      for (const query of [...Object.values(near), '{ _service { sdl } }']) {
        const answer = await send(query);
        expect(names.filter((name) => answer.includes(name))).to.deep.equal([]);
      }
    } finally {
      await served.close({ readinessDelayMs: 0, drainMs: 1_000 });
    }
  });
});
