import { expect } from 'chai';
import fc from 'fast-check';
import { execute, GraphQLError, parse, validate } from 'graphql';
import { relaxedSchema } from '../../../src/subschema/relaxed-schema.ts';
import { randomOperation } from '../../support/random-operation.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { plain, stitchedShop } from '../../support/stitched-shop.ts';

/** Which resolvers fail, and how, is decided anew for each operation. */
let faults: ReadonlyMap<string, string> = new Map();

const shop = stitchedShop(
  sampleExtensions((place) => {
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
        // Without its key a reference leads nowhere, which one schema cannot say.
        return /\.(twin|product|about|best) /.test(place) ? null : 'odd';
      case undefined:
        return undefined;
    }
    return undefined;
  }),
);
const relaxed = relaxedSchema(shop.oneSchema());

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
  { maxLength: 4, selector: ({ place }) => place },
);

interface Seen {
  readonly path: string;
  readonly message: string;
}

function errorsOf({ errors }: ReturnType<typeof plain>): readonly Seen[] {
  return JSON.parse(JSON.stringify(errors));
}

/** The place in the answer where an error ends: the null that it became, or that took it along. */
function nullAt(data: unknown, path: string): string {
  const reached: string[] = [];
  let value: unknown = data;
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object') break;
    value = Reflect.get(value, key);
    reached.push(key);
  }
  return value === null ? reached.join('.') : `no null at ${path}`;
}

describe('random operations with random faults', () => {
  it('are answered as by one merged schema', async () => {
    await fc.assert(
      fc.asyncProperty(randomOperation(shop.gateway.schema), someFaults, async (query, chosen) => {
        if (validate(shop.gateway.schema, parse(query)).length > 0) return;
        faults = new Map(chosen.map(({ place, how }) => [place, how]));
        const actual = plain(await shop.run(query));
        const expected = plain(await shop.runMerged(query));
        expect(actual.data).to.deep.equal(expected.data);

        // Where several errors take one object along, graphql-js reports whichever comes first: any of them will do.
        const direct = ({ path }: Seen): boolean => nullAt(expected.data, path) === path;
        expect(errorsOf(actual).filter(direct)).to.deep.equal(errorsOf(expected).filter(direct));
        const ends = (seen: readonly Seen[]): readonly string[] =>
          [...new Set(seen.map(({ path }) => nullAt(expected.data, path)))].toSorted();
        expect(ends(errorsOf(actual))).to.deep.equal(ends(errorsOf(expected)));
        const possible = await execute({ schema: relaxed, document: parse(query), contextValue: {} });
        const known = new Set(errorsOf(plain(possible)).map(({ path, message }) => `${path} ${message}`));
        for (const { path, message } of errorsOf(actual))
          if (!message.startsWith('Cannot return null')) expect([...known]).to.include(`${path} ${message}`);
      }),
      { numRuns: 300 },
    );
  });
});
