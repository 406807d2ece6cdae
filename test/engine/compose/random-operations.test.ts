import fc from 'fast-check';
import { execute, GraphQLError, parse, validate } from 'graphql';
import { relaxedSchema } from '../../../src/engine/subschema/relaxed-schema.ts';
import { expectSameAnswers } from '../../support/expect-same-answers.ts';
import { randomOperation } from '../../support/random-operation.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { plain, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

/** Which resolvers fail, and how, is decided anew for each operation. */
let faults: ReadonlyMap<string, string> = new Map();

const extensions = sampleExtensions((place) => {
  switch (faults.get(place.split(' ')[0] ?? '') ?? faults.get(place)) {
    case 'throw':
      throw new GraphQLError(`thrown at ${place}`);
    case 'bug':
      throw new Error(`bug at ${place}`);
    case 'reject':
      return Promise.reject(new GraphQLError(`rejected at ${place}`));
    case 'null':
      return null;
    case 'odd':
      // A reference without its key leads nowhere. One schema has no such case.
      return /\.(twin|product|about|best) /.test(place) ? null : 'odd';
    case undefined:
      return undefined;
  }
  return undefined;
});

const places = [
  ...['products', 'maybe', 'named', 'search', 'brand', 'top'].map((field) => `Query.${field}`),
  ...['name', 'form', 'grid', 'since', 'similar', 'extension', 'label', 'reviews', 'best', 'score'].flatMap((field) =>
    ['', ' 1', ' 2', ' 3', ' 4'].map((row) => `Product.${field}${row}`),
  ),
  ...['supplement', 'twin', 'count'].flatMap((field) =>
    [' 1', ' 2', ' 3'].map((row) => `ProductExtension.${field}${row}`),
  ),
  ...['rating', 'author', 'product', 'about'].flatMap((field) =>
    [' 1a', ' 1b', ' 2a', ' 3b'].map((row) => `Review.${field}${row}`),
  ),
];

const someFaults = fc.uniqueArray(
  fc.record({ place: fc.constantFrom(...places), how: fc.constantFrom('throw', 'bug', 'reject', 'null', 'odd') }),
  { minLength: 1, maxLength: 8, selector: ({ place }) => place },
);

for (const [tier, options] of Object.entries(plannedTiers)) {
  describe(`random operations with random faults, by ${tier}`, () => {
    const shop = stitchedShop(extensions, options);
    const relaxed = relaxedSchema(shop.oneSchema());

    it('are answered as by one merged schema', async () => {
      await fc.assert(
        fc.asyncProperty(randomOperation(shop.gateway.schema), someFaults, async (query, chosen) => {
          const document = parse(query);
          fc.pre(validate(shop.gateway.schema, document).length === 0);
          faults = new Map(chosen.map(({ place, how }) => [place, how]));
          const actual = plain(await shop.run(query));
          const expected = plain(await shop.runMerged(query));
          const possible = plain(await execute({ schema: relaxed, document, contextValue: {} }));
          expectSameAnswers({ actual, expected, possible });
        }),
        { numRuns: 300 },
      );
    });
  });
}
