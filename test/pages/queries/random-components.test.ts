import { expect } from 'chai';
import fc from 'fast-check';
import { GraphQLError, parse, specifiedRules, validate } from 'graphql';
import { randomOperation } from '../../support/random-operation.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { comparable, componentOf, operationOf, runAlone, runAloneMerged, runPage } from './shop-page.ts';

/** Which resolvers fail, and how, is decided anew for each page. */
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
    case undefined:
      return undefined;
  }
  return undefined;
});

const fields = [
  ...['product 1', 'product 2', 'products', 'maybe', 'named', 'search', 'brand', 'top'].map((name) => `Query.${name}`),
  ...['name', 'form', 'grid', 'since', 'similar', 'extension', 'label', 'reviews', 'best', 'score'].flatMap((name) =>
    ['', ' 1', ' 2', ' 3'].map((row) => `Product.${name}${row}`),
  ),
  ...['supplement', 'twin', 'count'].flatMap((name) => ['', ' 2'].map((row) => `ProductExtension.${name}${row}`)),
  ...['rating', 'author', 'product', 'about'].flatMap((name) =>
    [' 1a', ' 2b', ''].map((row) => `Review.${name}${row}`),
  ),
];

const someFaults = fc.uniqueArray(
  fc.record({ place: fc.constantFrom(...fields), how: fc.constantFrom('throw', 'bug', 'reject', 'null') }),
  { maxLength: 6, selector: ({ place }) => place },
);

const shop = stitchedShop(extensions);
const { schema } = shop.gateway;

/** Arguments of the random operations that a request could give, as texts. */
const givenByRequest: readonly (readonly [string, string])[] = [
  ['id: "1"', 'id: getContextValue("productId")'],
  ['first: 3', 'first: getContextValue("page")'],
  ['day: "monday"', 'day: getContextValue("day")'],
  ['filter: { form: POWDER }', 'filter: { form: getContextValue("form") }'],
  ['upper: true', 'upper: getContextValue("yes")'],
];
const values = { productId: '1', page: '3', day: 'monday', form: 'POWDER', yes: 'true' };

function withContextValues(query: string): string {
  let text = query;
  for (const [literal, asked] of givenByRequest) text = text.replaceAll(literal, asked);
  return text;
}

const somePage = fc.array(randomOperation(schema), { minLength: 1, maxLength: 5 });

describe('random components with random faults', () => {
  afterEach(() => {
    faults = new Map();
  });

  it('get from the page what their queries give when they run alone', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(somePage, someFaults, async (drawn, chosen) => {
        const queries = drawn.filter((query) => validate(schema, parse(query)).length === 0);
        fc.pre(queries.length > 0);
        const components = queries.map((query, index) => componentOf(`C${index}`, withContextValues(query)));
        faults = new Map(chosen.map(({ place, how }) => [place, how]));
        const split = await runPage(shop, components, values);
        for (const [index, query] of queries.entries()) {
          const got = comparable(split[`C${index}`]);
          expect(got, query).to.deep.equal(comparable(await runAlone(shop, query)));
          expect(got, query).to.deep.equal(comparable(await runAloneMerged(shop, query)));
          compared++;
        }
      }),
      { numRuns: 150 },
    );
    expect(compared).to.be.greaterThan(150);
  });

  it('make a valid operation, whichever of them are in it', () => {
    fc.assert(
      fc.property(somePage, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (drawn, wants) => {
        const queries = drawn.filter((query) => validate(schema, parse(query)).length === 0);
        fc.pre(queries.length > 0);
        const operation = operationOf(
          schema,
          queries.map((query, index) =>
            componentOf(
              `C${index}`,
              wants[index] === true
                ? `${query} fragment U on Query { u: product(id: getContextValue("userId")) { name } }`.replace(
                    '{',
                    '{ ...U ',
                  )
                : query,
            ),
          ),
        );
        for (const userId of [null, '1']) {
          const prepared = operation.prepare({ userId });
          if (prepared !== undefined) expect(validate(schema, prepared.document, specifiedRules)).to.deep.equal([]);
          expect(operation.prepare({ userId })?.document).to.equal(prepared?.document);
        }
      }),
      { numRuns: 80 },
    );
  });
});
