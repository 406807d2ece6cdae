import { expect } from 'chai';
import { type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

describe('operations that need no plan', () => {
  const sdl = 'type Query { a(n: Int): Int again: Query }';
  const shopThatCounts = (ran: string[]): StitchedShop =>
    stitchedShop({
      one: {
        sdl,
        resolvers: {
          Query: {
            a: (_: unknown, { n }: { n?: number }) => {
              ran.push('a');
              return n ?? 1;
            },
            again: () => ({}),
          },
        },
      },
    });

  it('are introspection: graphql-js answers it', async () => {
    const shop = shopThatCounts([]);
    await shop.same('{ __schema { queryType { name } } t: __type(name: "Query") { name } }');
    expect(shop.calls).to.deep.equal([]);
  });

  it('are those with variables that are not valid: graphql-js says what is wrong', async () => {
    const ran: string[] = [];
    const shop = shopThatCounts(ran);
    const { data, errors } = await shop.run('query ($n: Int) { a(n: $n) }', { variables: { n: 'x' } });
    expect(data).to.equal(undefined);
    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).to.deep.equal([
      ['Variable "$n" got invalid value "x"; Int cannot represent non-integer value: "x"', 'BAD_USER_INPUT'],
    ]);
    expect(ran).to.deep.equal([]);
  });

  it('are those that name no operation of the document', async () => {
    const { errors } = await shopThatCounts([]).run('query A { a }', { operationName: 'B' });
    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).to.deep.equal([
      ['Unknown operation named "B".', 'BAD_USER_INPUT'],
    ]);
  });

  it('are mutations of a shop that has none', async () => {
    const { errors } = await shopThatCounts([]).run('mutation { a }');
    expect(errors?.map(({ message, extensions }) => [message, extensions.code])).to.deep.equal([
      ['Schema is not configured to execute mutation operation.', 'BAD_USER_INPUT'],
    ]);
  });

  it('are not those that ask for more than the schema: each resolver runs once, and graphql-js adds the schema', async () => {
    const ran: string[] = [];
    const shop = shopThatCounts(ran);
    const query = '{ a(n: 2) __schema { queryType { name } } b: a again { __type(name: "Query") { name } c: a } }';
    await shop.run(query);
    expect(ran).to.deep.equal(['a', 'a', 'a']);
    await shop.same(query);
    await shop.same('{ again { __schema { queryType { name } } } }');
  });
});
