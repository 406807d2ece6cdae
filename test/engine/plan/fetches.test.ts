import { expect } from 'chai';
import type { Context } from '#extension-api';
import { type Answer, documentBackEnd, type Question } from '../../../src/engine/run/document-back-end.ts';
import { askWith } from '../../support/document-back-end.ts';
import { type RunOptions, type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';

interface Fetch extends Question {
  readonly extension: string;
  /** The fetches with the same number began before the process did anything else. */
  readonly moment: number;
}

/** A shop whose extensions all answer documents. Those in `held` never answer. */
function shopOf(extensions: Readonly<Record<string, ShopExtension>>, held: readonly string[] = []) {
  const fetches: Fetch[] = [];
  const waiting = new Map<number, () => void>();
  let moment = 0;
  let isSame = false;
  const note = (extension: string, question: Question): void => {
    if (!isSame) {
      isSame = true;
      moment++;
      // Runs when no promise is left to be continued.
      process.nextTick(() => {
        isSame = false;
      });
    }
    fetches.push({ ...question, extension, moment });
    waiting.get(fetches.length)?.();
  };
  const shop = stitchedShop(extensions, {
    backEndOf: (subschema) =>
      documentBackEnd((question, context: Context): Promise<Answer> => {
        note(subschema.extension, question);
        return held.includes(subschema.extension)
          ? new Promise(() => undefined)
          : askWith(subschema, question, context);
      }),
  });
  return {
    fetches,
    run: (query: string, options?: RunOptions) => shop.run(query, options),
    /** Runs an operation that has no end, until so many fetches have begun. */
    runUntil: (query: string, count: number): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.set(count, resolve);
        shop.run(query).then(() => reject(new Error('the operation has ended')), reject);
      }),
  };
}

const products = ['1', '2', '1', '3', '2'].map((id) => ({ id, weight: Number(id) }));

const catalog: ShopExtension = {
  sdl: `type Query { products: [Product!]! }
    type Product @key(fields: "id") { id: ID! weight: Int }`,
  resolvers: {
    Query: { products: () => products },
    Product: { __resolveReference: ({ id }: { id: string }) => ({ id, weight: Number(id) }) },
  },
};

const reviews: ShopExtension = {
  sdl: 'extend type Product { stars: Int } extend type Query { best: Product }',
  resolvers: { Query: { best: () => ({ id: '3' }) }, Product: { stars: ({ id }: { id: string }) => Number(id) } },
};

/** Gives where a product lies, and with it a place that a further extension knows more of. */
const stock: ShopExtension = {
  sdl: `extend type Product { shelf: String place: Place }
    type Place @key(fields: "name") { name: String! }`,
  resolvers: {
    Product: { shelf: ({ id }: { id: string }) => `shelf ${id}`, place: () => ({ name: 'cellar' }) },
    Place: { __resolveReference: (place: object) => place },
  },
};

const delivery: ShopExtension = {
  sdl: `extend type Product { shelf: String @external days: Int @requires(fields: "shelf") }`,
  resolvers: { Product: { days: ({ shelf }: { shelf: string }) => shelf.length } },
};

const weather: ShopExtension = {
  sdl: 'extend type Place { rain: Boolean }',
  resolvers: { Place: { rain: () => true } },
};

describe('fetches of extensions elsewhere', () => {
  it('begin in the same moment when they need nothing of each other', async () => {
    const shop = shopOf({ catalog, reviews, stock });
    await shop.run('{ products { stars shelf } best { weight shelf } }');
    expect(shop.fetches.map(({ extension, moment }) => `${moment} ${extension}`).toSorted()).to.deep.equal([
      '1 catalog',
      '1 reviews',
      '2 catalog',
      '2 reviews',
      '2 stock',
      '2 stock',
    ]);
  });

  it('do not wait for another extension’s answer when they need only the keys of the root', async () => {
    const shop = shopOf({ catalog, reviews, stock }, ['stock']);
    await shop.runUntil('{ products { shelf stars } }', 3);
    expect(shop.fetches.map(({ extension }) => extension).toSorted()).to.deep.equal(['catalog', 'reviews', 'stock']);
  });

  it('wait for the field that they require, and not for what lies below its neighbours', async () => {
    const shop = shopOf({ catalog, stock, delivery, weather }, ['weather']);
    await shop.runUntil('{ products { place { rain } days } }', 4);
    expect(shop.fetches.map(({ extension }) => extension)).to.include('delivery');
  });

  it('name each entity once, and answer it at each of its places', async () => {
    const shop = shopOf({ catalog, reviews });
    const { data } = await shop.run('{ products { id stars } }');
    expect(shop.fetches[1]?.variables).to.deep.equal({
      keys: ['1', '2', '3'].map((id) => ({ __typename: 'Product', id })),
    });
    expect(data).to.deep.equal({ products: products.map(({ id }) => ({ id, stars: Number(id) })) });
  });

  it('name an entity again where a field requires something else of it', async () => {
    let count = 0;
    const counting = {
      ...catalog,
      resolvers: { ...catalog.resolvers, Product: { ...catalog.resolvers?.Product, weight: () => count++ } },
    };
    const scales: ShopExtension = {
      sdl: 'extend type Product { weight: Int @external grams: Int @requires(fields: "weight") }',
      resolvers: { Product: { grams: ({ weight }: { weight: number }) => weight * 1000 } },
    };
    const shop = shopOf({ catalog: counting, scales });
    const { data } = await shop.run('{ products { grams } }');
    expect(data).to.deep.equal({ products: products.map((_one, index) => ({ grams: index * 1000 })) });
    expect(shop.fetches[1]?.variables).to.have.property('keys').with.length(products.length);
  });

  it('put the error of an entity at each of its places', async () => {
    const failing: ShopExtension = {
      ...reviews,
      resolvers: {
        Product: {
          stars: ({ id }: { id: string }) => {
            if (id === '2') throw new Error('no stars');
            return Number(id);
          },
        },
        Query: { best: () => null },
      },
    };
    const { data, errors } = await shopOf({ catalog, reviews: failing }).run('{ products { stars } }');
    expect(data).to.deep.equal({ products: [1, null, 1, 3, null].map((stars) => ({ stars })) });
    expect(errors?.map(({ path }) => path?.join('.')).toSorted()).to.deep.equal([
      'products.1.stars',
      'products.4.stars',
    ]);
  });

  it('send the same text each time, although some objects lack what a field requires', async () => {
    const scales: ShopExtension = {
      sdl: 'extend type Product { weight: Int! @external grams: Int @requires(fields: "weight") label: String }',
      resolvers: { Product: { grams: () => 1, label: () => 'label' } },
    };
    const half = {
      sdl: catalog.sdl.replace('weight: Int', 'weight: Int!'),
      resolvers: {
        ...catalog.resolvers,
        Product: {
          ...catalog.resolvers?.Product,
          weight: ({ id }: { id: string }) => {
            if (id === '2') throw new Error('unknown');
            return 1;
          },
        },
      },
    };
    const shop = shopOf({ catalog: half, scales });
    const query = '{ products { grams label } }';
    await shop.run(query);
    await shop.run(query);
    const texts = shop.fetches.filter(({ extension }) => extension === 'scales').map(({ text }) => text);
    expect(new Set(texts.slice(0, texts.length / 2))).to.deep.equal(new Set(texts.slice(texts.length / 2)));
    expect(texts.some((text) => !text.includes('grams'))).to.equal(true);
  });
});
