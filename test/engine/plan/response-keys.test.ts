import { expect } from 'chai';
import { parse } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

const extensions: Readonly<Record<string, ShopExtension>> = {
  one: {
    sdl: 'type T @key(fields: "id") { id: ID! name: String inner: T! } type Query { ts: [T!]! t: T } type Mutation { make: T }',
    resolvers: {
      Query: { ts: () => [row('1'), row('2')], t: () => row('3') },
      Mutation: { make: () => row('4') },
      T: { __resolveReference: ({ id }: { id: string }) => row(id) },
    },
  },
  two: {
    sdl: 'extend type T { extra: String fails: Int must: Int! }',
    resolvers: {
      T: {
        extra: { batch: (ts: readonly { id: string }[]) => ts.map(({ id }) => `extra ${id}`) },
        fails: () => {
          throw new Error('it fails');
        },
        must: () => 1,
      },
    },
  },
};

function row(id: string): object {
  return { id, name: `name ${id}`, inner: { id: `inner ${id}`, name: 'inner' } };
}

const keys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  'prototype',
  'valueOf',
];

/** As text: only own keys are in it. */
async function answersOf(query: string, options: (typeof plannedTiers)[string]) {
  const shop = stitchedShop(extensions, options);
  const document = parse(query);
  const expected = await shop.runMerged(query);
  const texts: string[] = [];
  for (let round = 0; round < 3; round++) texts.push(JSON.stringify((await shop.run(document)).data));
  expect(shop.gateway.plans.find({ document }).kind).to.equal('plan');
  return { texts, expected: JSON.stringify(expected.data) };
}

for (const [tier, options] of Object.entries(plannedTiers))
  describe(`response keys that JavaScript has a meaning for, by ${tier}`, () => {
    for (const key of keys)
      it(`are data: ${key}`, async () => {
        for (const query of [
          `{ ${key}: ts { ${key}: name } }`,
          `{ ts { a: id ${key}: name b: inner { ${key}: id } } }`,
          `{ ts { ${key}: inner { id ${key}: name } } t { ${key}: extra } }`,
          `{ ts { ${key}: __typename id } }`,
          `{ ts { ...F } } fragment F on T { extra ${key}: extra name }`,
          `mutation { ${key}: make { ${key}: inner { ${key}: extra } } }`,
          `{ ts { ${key}: fails id } }`,
          `{ ts { ${key}: inner { fails ${key}: id } } }`,
        ]) {
          const { texts, expected } = await answersOf(query, options);
          expect(expected, query).to.include(`"${key}":`);
          expect(texts, query).to.deep.equal([expected, expected, expected]);
        }
      });

    it('leave the prototype of all objects as it is', async () => {
      await answersOf('{ __proto__: ts { __proto__: inner { polluted: name } } }', options);
      expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    });
  });
