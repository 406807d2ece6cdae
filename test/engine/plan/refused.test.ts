import { expect } from 'chai';
import type { ExecutionResult } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';

function errorsOf({ errors = [] }: ExecutionResult) {
  return errors.map(({ message, extensions }) => ({ message, code: extensions.code }));
}

describe('response keys that are the gateway’s own', () => {
  const ran: string[] = [];
  const shop = stitchedShop({
    one: {
      sdl: 'type T @key(fields: "id") { id: ID! a: Int } type Query { t: T } type Mutation { change: T }',
      resolvers: {
        T: { __resolveReference: (key: object) => key },
        Query: { t: () => ran.push('t') },
        Mutation: { change: () => ran.push('change') },
      },
    },
  });

  for (const query of [
    '{ __stoa_0: t { a } }',
    '{ t { a __stoa_type: __typename } }',
    'query Q { t { ...F } } fragment F on T { ... on T { __stoa: id } }',
    'mutation { first: change { a } __stoa_1: change { a } }',
  ])
    it(`are refused before anything runs: ${query}`, async () => {
      const result = await shop.run(query);
      expect(result.data).to.equal(undefined);
      expect(errorsOf(result)[0]?.code).to.equal('BAD_USER_INPUT');
      expect(errorsOf(result)[0]?.message).to.match(/^"__stoa\w*" is reserved: .* Choose another alias\.$/);
      expect(ran).to.deep.equal([]);
      expect(shop.contexts).to.deep.equal([]);
    });
});

describe('an operation with more than 2,000 fields over all types of an interface', () => {
  const ran: string[] = [];
  const types = Array.from({ length: 50 }, (_, index) => `T${index}`);
  const aliases = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}: size`).join(' ');
  const one: ShopExtension = {
    sdl: `interface Node { size: Int next: Node } union Any = ${types.join(' | ')}
      ${types.map((type) => `type ${type} implements Node { size: Int next: Node }`).join('\n')}
      type Query { node: Node anything: Any } type Mutation { change: Node }`,
    resolvers: {
      Query: {
        node: () => {
          ran.push('node');
          return { __typename: 'T7', size: 7, next: { __typename: 'T8', size: 8 } };
        },
      },
      Mutation: { change: () => ran.push('change') },
    },
  };

  for (const [situation, query] of [
    ['below one interface', `{ node { ${aliases(41)} } }`],
    ['below an interface below another', '{ node { size next { size next { size } } } }'],
    [
      'in fragments',
      `{ node { ...F } } fragment F on Node { ${types.map((on) => `... on ${on} { ${aliases(41)} }`).join(' ')} }`,
    ],
    ['below a union', `{ anything { ... on Node { ${aliases(41)} } } }`],
    ['below a mutation', `mutation { change { ${aliases(41)} } }`],
  ] as const)
    it(`is refused before anything runs: ${situation}`, async () => {
      const shop = stitchedShop({ one });
      const result = await shop.run(query);
      expect(result.data).to.equal(undefined);
      expect(errorsOf(result)).to.deep.equal([
        {
          code: 'GRAPHQL_VALIDATION_FAILED',
          message:
            'The operation selects more than 2000 fields, counted once for each type that an interface or union may be. Select fewer fields, or send several operations.',
        },
      ]);
      expect(ran).to.deep.equal([]);
      expect(shop.contexts).to.deep.equal([]);
    });

  it('is none when fragments ask each type for its own, nor when only the type is asked', async () => {
    const shop = stitchedShop({ one });
    const names = Array.from({ length: 100 }, (_, index) => `n${index}: node { __typename }`).join(' ');
    for (const query of [
      `{ node { ${aliases(39)} } }`,
      `{ node { ... on T7 { ${aliases(500)} } ... on T8 { ${aliases(500)} } } }`,
      `{ ${names} }`,
    ])
      expect((await shop.same(query)).errors).to.equal(undefined);
  });
});
