import { expect } from 'chai';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { plain, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

/** Resolvers that give text, or a number, in place of an object. graphql-js reads properties of it all the same. */
const extensions = (value: unknown) =>
  sampleExtensions((place) => (place.split(' ')[0] === 'Query.brand' ? value : undefined));

describe('a value that is no object where the schema has one', () => {
  for (const [tier, options] of Object.entries(plannedTiers)) {
    for (const query of [
      '{ brand { __typename } }',
      '{ brand { name } }',
      '{ brand { __typename name } top { rating } }',
      '{ brand { name products { productId } } }',
    ]) {
      it(`is answered as by one schema: ${query}, by ${tier}`, async () => {
        for (const value of ['odd', 7, true]) {
          const shop = stitchedShop(extensions(value), options);
          const [ours, merged] = [plain(await shop.run(query)), plain(await shop.runMerged(query))];
          // As text: a key whose value is undefined is a key that the client never sees.
          expect(JSON.stringify(ours)).to.equal(JSON.stringify(merged));
        }
      });
    }
  }
});
