import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { expect } from 'chai';
import { meshPackages, meshProject, needsMesh, startSource } from '../support/mesh-shop.ts';
import { startGateway } from '../support/start-gateway.ts';
import { startZoo } from '../support/zoo.ts';

const tickets = {
  openapi: '3.0.3',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets/{id}': {
      get: {
        operationId: 'ticket',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'lang', in: 'query', schema: { type: 'string', enum: ['en', 'de'] } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Ticket' } } },
          },
        },
      },
    },
    '/tickets': {
      post: {
        operationId: 'sell',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sale' } } } },
        responses: {
          201: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Ticket' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Ticket: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          price: { type: 'number' },
          kind: { type: 'string', enum: ['child', 'adult'] },
        },
      },
      Sale: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    },
  },
};

const meshrc = `sources:
  - name: zoo
    handler: { graphql: { endpoint: "{env.ZOO_URL}" } }
    transforms:
      - prefix: { value: Zoo, includeRootOperations: true }
  - name: tickets
    handler:
      openapi:
        source: ./tickets.json
        endpoint: $URL
`;

describe('a .meshrc.yaml with several sources', () => {
  before(needsMesh);

  it('joins an OpenAPI source and a GraphQL one, with transforms, to one subschema', async () => {
    await using _zoo = await startZoo();
    await using source = await startSource(({ method, path, body }) =>
      method === 'POST' ? { id: 2, price: 4, ...Object(body) } : { id: 1, price: 7.5, kind: 'adult', path },
    );
    const file = await meshProject('mesh-graphql', (text) => text.replace(/\n.*keepers.*/, ''));
    const folder = join(dirname(file), 'extensions/zoo');
    await writeFile(join(folder, '.meshrc.yaml'), meshrc.replace('$URL', source.url));
    await writeFile(join(folder, 'tickets.json'), JSON.stringify(tickets));
    await writeFile(join(folder, 'graphql/Zoo.graphql'), 'extend type ZooDog { shout: String! }');
    const resolvers = 'export default { ZooDog: { shout: ({ name }) => name.toUpperCase() } };';
    await writeFile(join(folder, 'graphql/Zoo.resolvers.ts'), resolvers);
    await using shop = await startGateway({ file, empty: true });

    const query = `{
      t: ticket(id: 1, lang: de) { price kind }
      Zoocats { n: name friends(first: 1) { __typename name } again: friends(first: 2) { ...F } }
    }
    fragment F on ZooAnimal { id ... on ZooDog { tricks shout } }`;
    expect(await shop.graphql(query)).to.deep.equal({
      data: {
        t: { price: 7.5, kind: 'adult' },
        Zoocats: [
          { n: 'Tom', friends: [{ __typename: 'ZooDog', name: 'Rex' }], again: friendsOf('1') },
          { n: 'Kit', friends: [{ __typename: 'ZooCat', name: 'Tom' }], again: friendsOf('3') },
        ],
      },
    });
    expect(source.takeRequests().map(({ path }) => path)).to.deep.equal(['/tickets/1?lang=de']);
    expect(await shop.graphql('mutation { sell(input: { kind: "child" }) { id kind } }')).to.deep.equal({
      data: { sell: { id: 2, kind: 'child' } },
    });
  });

  it("uses the gateway's graphql, although npm has put another copy beside Mesh", () => {
    const copy = join(meshPackages, 'graphql');
    expect(existsSync(copy)).to.equal(true);
    const { cache } = createRequire(import.meta.url);
    // Older Nodes also list what they have only looked through for the names of exports.
    const loaded = Object.keys(cache).filter((file) => file.startsWith(copy + sep) && cache[file]?.loaded);
    expect(loaded).to.deep.equal([]);
  });
});

function friendsOf(id: string): readonly object[] {
  const dog = { id: '2', tricks: [['sit', 'roll'], ['play dead']], shout: 'REX' };
  return id === '1' ? [dog, { id: '3' }] : [{ id: '1' }, dog];
}
