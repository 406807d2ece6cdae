import { expect } from 'chai';
import { GraphQLError, parse } from 'graphql';
import { type RunOptions, type ShopExtension, type ShopOptions, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;
type Find = (key: Json) => unknown;

const rows = [
  { id: '1', cost: 1 },
  { id: '2', cost: 2 },
  { id: null, cost: 3 },
  { id: '4', cost: 4 },
];

/** One schema has no references, so the ways to run a plan are compared with each other. */
const situations: Readonly<Record<string, Find>> = {
  'finds all': (key) => key,
  'throws for one': (key) =>
    refuse(key, () => {
      throw new GraphQLError('no such entity');
    }),
  'throws a bug for one': (key) =>
    refuse(key, () => {
      throw new Error('secret');
    }),
  'rejects for one': (key) => refuse(key, () => Promise.reject(new GraphQLError('rejected'))),
  'returns an Error for one': (key) => refuse(key, () => new GraphQLError('returned')),
  'finds nothing for one': (key) => refuse(key, () => null),
  'answers something odd for one': (key) => refuse(key, () => 5),
};

function refuse(key: Json, how: () => unknown): unknown {
  return key.id === '2' ? how() : key;
}

function extensionsWith(find: Find): Readonly<Record<string, ShopExtension>> {
  const batched = (keys: readonly Json[]): unknown[] => keys.map((key) => attempt(() => find(key)));
  return {
    one: {
      sdl: 'type T @key(fields: "id") { id: ID cost: Int name: String } type Query { ts: [T] must: [T!] }',
      resolvers: {
        Query: { ts: () => rows, must: () => rows },
        T: { __resolveReference: find, cost: ({ cost, id }: Json) => (id === '4' ? refused() : cost) },
      },
    },
    two: {
      sdl: 'extend type T { a: String b(n: Int): Int! needy: String @requires(fields: "cost") }',
      resolvers: {
        T: {
          __resolveReference: find,
          a: ({ id }: Json) => `a${String(id)}`,
          b: { batch: (keys: readonly Json[], { n }: { n?: number }) => keys.map(({ id }) => Number(id) + (n ?? 0)) },
          needy: ({ cost }: Json) => `needs ${String(cost)}`,
        },
      },
    },
    three: {
      sdl: 'extend type T { c: Int } extend type Query { more: [T] }',
      resolvers: {
        Query: { more: () => [{ id: '2' }, { id: '1' }] },
        T: { __resolveReference: { batch: batched }, c: () => 3 },
      },
    },
  };
}

function refused(): never {
  throw new GraphQLError('the cost is a secret');
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const queries = [
  '{ ts { id a } }',
  '{ ts { a c } more { c name } }',
  '{ ts { a b c } }',
  '{ must { a b c } }',
  '{ ts { needy a } }',
  '{ ts { x: needy y: needy b(n: 2) cost } more { name needy c } }',
  '{ must { needy b } more { a } }',
];

async function answers(query: string, how: ShopOptions, { find, run = {} }: { find: Find; run?: RunOptions }) {
  const shop = stitchedShop(extensionsWith(find), how);
  const document = parse(query);
  const { data, errors = [] } = await shop.run(document, run);
  const seen = errors.map(({ message, path, extensions: { id, ...rest } }) =>
    JSON.stringify({ message, path, rest, id: typeof id }),
  );
  // If several errors null one object, graphql-js reports the first one only.
  const errorsSeen = /must| b/.test(query) ? seen.length > 0 : seen.toSorted();
  return { data: JSON.stringify(data), errors: errorsSeen };
}

async function expectAlike(parts: { find: Find; run?: RunOptions }): Promise<void> {
  for (const query of queries) {
    const [planned, ...others] = await Promise.all(
      Object.values(plannedTiers).map((how) => answers(query, how, parts)),
    );
    for (const other of others) expect(other, query).to.deep.equal(planned);
  }
}

describe('references, in all ways to run a plan', () => {
  for (const [situation, find] of Object.entries(situations))
    it(`are answered alike when __resolveReference ${situation}`, () => expectAlike({ find }));

  it('are answered alike when the request is given up before it begins', () =>
    expectAlike({ find: (key) => key, run: { signal: AbortSignal.abort() } }));
});
