import { expect } from 'chai';
import { legacy, modern, post } from '../support/graphql-client.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql-gateway.ts';
import { testGraphql, testServer } from '../support/test-config.ts';

const limits = { ...testGraphql.limits, aliases: 3, fields: 20, directives: 2, tokens: 50, cost: 60 };
const graphql = { ...testGraphql, limits, batching: { enabled: true, max: 4 } };

describe('a batch of operations', () => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql({ graphql });
  });
  after(() => server.close());

  it('is answered as a list in its order, each operation for itself', async () => {
    const reply = await post(server.url, [
      { query: 'mutation { increment }' },
      {
        query: 'query A($n: String) { hello(name: $n) } query B { hello }',
        operationName: 'A',
        variables: { n: 'Zoë' },
      },
      { query: '{ nothing }' },
      { query: 'mutation { increment }' },
    ]);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.include.members([{ data: { increment: 1 } }, { data: { increment: 2 } }]);
    expect(reply.body).to.have.nested.property('[1].data.hello', 'Hello Zoë');
    expect(reply.body).to.have.nested.property('[2].errors[0].extensions.code', 'GRAPHQL_VALIDATION_FAILED');
  });

  const refused: readonly (readonly [what: string, batch: readonly unknown[], says: string])[] = [
    ['has no operation', [], 'The list of operations is empty.'],
    [
      'has too many',
      Array.from({ length: 5 }, () => ({ query: '{ hello }' })),
      'The list has 5 operations; the limit is 4.',
    ],
    ['has an entry that is none', [1], 'Each entry of the list must be a JSON object with a "query".'],
    ['has an entry without a query', [{}], 'The parameter "query" is missing.'],
    ['has too many aliases together', twice('{ a: hello b: hello }'), 'The operations have more than 3 aliases.'],
    ['has too many fields together', twice(`{ ${'hello '.repeat(11)} }`), 'The operations have more than 20 fields.'],
    [
      'has too many directives together',
      twice('{ hello @skip(if: false) hello @skip(if: true) }'),
      'The operations have more than 2 directives.',
    ],
    [
      'has too many tokens together',
      twice('{ ... { ... { ... { ... { ... { ... { ... { ... { hello } } } } } } } } }'),
      'The operations have more than 50 tokens.',
    ],
    ['costs too much together', twice('{ shops(first: 31) { hello } }'), 'The operations cost 62; the limit is 60.'],
  ];
  for (const [what, batch, says] of refused) {
    it(`that ${what} is refused as a whole`, async () => {
      const before = server.scopes.length;
      const reply = await post(server.url, batch);
      expect(reply.status).to.equal(400);
      expect(reply.body.errors?.map(({ message }) => message).join(' ')).to.include(says);
      expect(server.scopes).to.have.length(before);
    });
  }

  it('is refused with 200 where a client wants application/json, which knows no other', async () => {
    const reply = await post(server.url, twice('{ shops(first: 31) { hello } }'), legacy);
    expect(reply.status).to.equal(200);
    expect(reply.body.errors?.[0]?.extensions.code).to.equal('COST_ESTIMATED_TOO_EXPENSIVE');
  });

  it('has one time-out for all', async () => {
    const server = await startGraphql({
      graphql,
      server: testServer({ limits: { body: 1000, timeoutMs: 40 } }),
    });
    const reply = await post(server.url, [{ query: '{ wait }' }, { query: '{ wait }' }], modern);
    expect(reply.status).to.equal(504);
    expect(server.scopes).to.have.length(1);
    await server.close();
  });
});

function twice(query: string): readonly unknown[] {
  return [{ query }, { query }];
}
