import { expect } from 'chai';
import { GraphQLError } from 'graphql';
import { type RunOptions, type ShopExtension, stitchedShop } from '../support/stitched-shop.ts';

type Json = Readonly<Record<string, unknown>>;

const rows = [
  { id: '1', cost: 1 },
  { id: '2', cost: 2 },
  { id: null, cost: 3 },
  { id: '4', cost: 4 },
];

/** What one schema cannot say, since it has neither references nor requirements: the interpreter is the measure. */
const situations: Readonly<Record<string, (key: Json) => unknown>> = {
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

function extensionsWith(find: (key: Json) => unknown): Readonly<Record<string, ShopExtension>> {
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

async function answers(
  extensions: Readonly<Record<string, ShopExtension>>,
  query: string,
  interpretAll: boolean,
  options: RunOptions,
) {
  const shop = stitchedShop(extensions, { interpretAll, compileAt: 1 });
  const { data, errors = [] } = await shop.run(query, options);
  const seen = errors.map(({ message, path, extensions: { id, ...rest } }) =>
    JSON.stringify({ message, path, rest, id: typeof id }),
  );
  // Where a non-null field takes its object along, of several errors whichever comes first is reported.
  const racing = /must| b/.test(query);
  const errorsSeen = racing ? seen.length > 0 : seen.toSorted();
  // A plan logs all that it saw; the interpreter what had come by the time of the answer.
  const logged = racing ? undefined : shop.log.events('resolver failed').length;
  return { data: JSON.stringify(data), errors: errorsSeen, logged };
}

describe('plans beside the interpreter', () => {
  for (const [situation, find] of Object.entries(situations)) {
    it(`answer alike when __resolveReference ${situation}`, async () => {
      for (const query of queries) {
        const [planned, interpreted] = await Promise.all(
          [false, true].map((interpretAll) => answers(extensionsWith(find), query, interpretAll, {})),
        );
        expect(planned, query).to.deep.equal(interpreted);
      }
    });
  }

  it('answer alike when the request is given up before it begins', async () => {
    const options = { signal: AbortSignal.abort() };
    for (const query of queries) {
      const [planned, interpreted] = await Promise.all(
        [false, true].map((interpretAll) =>
          answers(
            extensionsWith((key) => key),
            query,
            interpretAll,
            options,
          ),
        ),
      );
      expect(planned, query).to.deep.equal(interpreted);
    }
  });
});
