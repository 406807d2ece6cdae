import { expect } from 'chai';
import { GraphQLError, parse } from 'graphql';
import { type ShopExtension, type ShopOptions, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;

const empty = 'A field that this field requires is null, but its type is non-null.';

/** The owner's product, by id. */
const known: Readonly<Record<string, () => unknown>> = {
  fine: () => ({
    id: 'fine',
    price: 2,
    name: 'Fine',
    box: { size: 3, label: 'L' },
    sizes: [1, 2],
    parts: [{ size: 1 }],
  }),
  nameless: () => ({ id: 'nameless', price: 2, name: null, box: null, sizes: null, parts: null }),
  unpriced: () => ({
    id: 'unpriced',
    price: null,
    name: 'Unpriced',
    box: { size: null },
    sizes: [null],
    parts: [null],
  }),
  late: () => ({
    id: 'late',
    price: async () => null,
    name: 'Late',
    box: async () => ({ size: null }),
    parts: [{ size: null }],
  }),
  refused: () => ({
    id: 'refused',
    price: () => {
      throw new GraphQLError('the price is a secret');
    },
    name: 'Refused',
    box: () => {
      throw new GraphQLError('the box is a secret');
    },
  }),
  failed: () => {
    throw new GraphQLError('no such product');
  },
  gone: () => null,
};

function shopOf(calls: string[], batched: boolean): Readonly<Record<string, ShopExtension>> {
  const resolver = (field: string, make: (product: Json) => unknown) => {
    const each = (product: Json): unknown => {
      calls.push(`${field} ${String(product.id)}`);
      return make(product);
    };
    return batched ? { batch: (products: readonly Json[]) => products.map(each) } : each;
  };
  const find = ({ id }: Json): unknown => known[String(id)]?.() ?? null;
  return {
    products: {
      sdl: `type Query { own(ids: [ID!]!): [Product] }
        type Product @key(fields: "id") { id: ID! price: Float! name: String box: Box sizes: [Int!] parts: [Part!] secret: Int! @inaccessible }
        type Box { size: Int! label: String } type Part { size: Int! }`,
      resolvers: {
        Query: { own: (_: unknown, { ids }: { ids: readonly string[] }) => ids.map((id) => find({ id })) },
        Product: { __resolveReference: find, secret: () => null },
      },
    },
    reviews: {
      sdl: `extend type Query { one(id: ID!): Product reviewed(ids: [ID!]!): [Product] must: [Product!] }
        extend type Product {
          score: Float @requires(fields: "price")
          again: Float @requires(fields: "price")
          title: String @requires(fields: "name")
          volume: Int @requires(fields: "box { size }")
          total: Int @requires(fields: "sizes")
          count: Int @requires(fields: "parts { size }")
          hidden: Int @requires(fields: "secret")
          sure: Float! @requires(fields: "price")
          stars: Int
        }`,
      resolvers: {
        Query: {
          one: (_: unknown, { id }: Json) => ({ id }),
          reviewed: (_: unknown, { ids }: { ids: readonly string[] }) => ids.map((id) => ({ id })),
          must: () => [{ id: 'fine' }, { id: 'gone' }],
        },
        Product: {
          __resolveReference: (product: Json) => product,
          score: resolver('score', ({ price }) => Number(price) + 0.5),
          again: resolver('again', ({ price }) => Number(price) + 1),
          title: resolver('title', ({ name }) => `title ${String(name)}`),
          volume: resolver('volume', ({ box }) => (box === null ? -1 : Number(Reflect.get(Object(box), 'size')))),
          total: resolver('total', ({ sizes }) => (Array.isArray(sizes) ? sizes.length : -1)),
          count: resolver('count', ({ parts }) => (Array.isArray(parts) ? parts.length : -1)),
          hidden: resolver('hidden', () => 0),
          sure: resolver('sure', ({ price }) => Number(price)),
          stars: resolver('stars', () => 5),
        },
      },
    },
  };
}

interface Asked {
  readonly options: ShopOptions;
  readonly batched: boolean;
}

async function ask(query: string, { options, batched }: Asked) {
  const calls: string[] = [];
  const shop = stitchedShop(shopOf(calls, batched), options);
  await shop.run(parse(query));
  calls.length = 0;
  const { data, errors = [] } = await shop.run(parse(query));
  const seen = errors.map(({ message, path, locations, extensions: { code, extension } }) => {
    // The word of the query at the error's location.
    const [word] = /^\w+/.exec(query.slice((locations?.[0]?.column ?? 0) - 1)) ?? [];
    return `${path?.join('.')} @${word} ${message} (${String(code)}, ${String(extension)})`;
  });
  return { data: JSON.parse(JSON.stringify(data)), errors: seen.toSorted(), calls: calls.toSorted(), log: shop.log };
}

const ofProducts = '(INTERNAL_SERVER_ERROR, products)';

for (const [tier, options] of Object.entries(plannedTiers))
  for (const batched of [false, true])
    describe(`what a field requires, ${batched ? 'in batches, ' : ''}in ${tier}`, () => {
      const answer = (query: string) => ask(query, { options, batched });

      it('leaves the field null with an error where the owner knows no such object', async () => {
        const { data, errors, calls, log } = await answer('{ one(id: "gone") { id score } }');
        expect(data).to.deep.equal({ one: { id: 'gone', score: null } });
        expect(errors).to.deep.equal([`one.score @score ${empty} ${ofProducts}`]);
        expect(calls).to.deep.equal([]);
        const [line] = log.events('resolver gave nothing');
        expect(line).to.include({ extension: 'products', field: 'Product.price' });
        expect(line?.path).to.deep.equal(['one', 'score']);
      });

      for (const [id, message] of Object.entries({
        unpriced: empty,
        late: empty,
        refused: 'the price is a secret',
        failed: 'no such product',
      }))
        it(`leaves the field null with an error where it is ${id}`, async () => {
          const { data, errors, calls } = await answer(`{ one(id: "${id}") { score again } }`);
          expect(data).to.deep.equal({ one: { score: null, again: null } });
          expect(errors).to.deep.equal([
            `one.again @again ${message} ${ofProducts}`,
            `one.score @score ${message} ${ofProducts}`,
          ]);
          expect(calls).to.deep.equal([]);
        });

      it('is asked for in the other objects of a list', async () => {
        const { data, errors, calls } = await answer(
          '{ reviewed(ids: ["fine", "gone", "failed", "nameless", "unpriced"]) { score } }',
        );
        expect(data).to.deep.equal({
          reviewed: [{ score: 2.5 }, { score: null }, { score: null }, { score: 2.5 }, { score: null }],
        });
        expect(errors).to.deep.equal([
          `reviewed.1.score @score ${empty} ${ofProducts}`,
          `reviewed.2.score @score no such product ${ofProducts}`,
          `reviewed.4.score @score ${empty} ${ofProducts}`,
        ]);
        expect(calls).to.deep.equal(['score fine', 'score nameless']);
      });

      it('may be null where its type says so', async () => {
        const ids = '["fine", "nameless", "gone"]';
        const { data, errors, calls } = await answer(`{ reviewed(ids: ${ids}) { title volume total } }`);
        const none = { title: 'title null', volume: -1, total: -1 };
        expect(data).to.deep.equal({ reviewed: [{ title: 'title Fine', volume: 3, total: 2 }, none, none] });
        expect(errors).to.deep.equal([]);
        expect(calls).to.have.length(9);
      });

      it('may not be null deep in what is required', async () => {
        const { data, errors, calls } = await answer(
          '{ reviewed(ids: ["fine", "unpriced", "late", "refused"]) { volume total count } }',
        );
        const none = { volume: null, total: null, count: null };
        expect(data).to.deep.equal({
          reviewed: [
            { volume: 3, total: 2, count: 1 },
            none,
            { volume: null, total: -1, count: null },
            { volume: null, total: -1, count: -1 },
          ],
        });
        expect(errors).to.deep.equal([
          `reviewed.1.count @count ${empty} ${ofProducts}`,
          `reviewed.1.total @total ${empty} ${ofProducts}`,
          `reviewed.1.volume @volume ${empty} ${ofProducts}`,
          `reviewed.2.count @count ${empty} ${ofProducts}`,
          `reviewed.2.volume @volume ${empty} ${ofProducts}`,
          `reviewed.3.volume @volume the box is a secret ${ofProducts}`,
        ]);
        expect(calls).to.deep.equal([
          'count fine',
          'count refused',
          'total fine',
          'total late',
          'total refused',
          'volume fine',
        ]);
      });

      it('keeps no other field of the object from being asked for', async () => {
        const { data, errors, calls } = await answer('{ own(ids: ["fine", "refused"]) { id score stars title } }');
        expect(data).to.deep.equal({
          own: [
            { id: 'fine', score: 2.5, stars: 5, title: 'title Fine' },
            { id: 'refused', score: null, stars: 5, title: 'title Refused' },
          ],
        });
        expect(errors).to.deep.equal([`own.1.score @score the price is a secret ${ofProducts}`]);
        expect(calls).to.not.include('score refused');
      });

      it('takes the object along where the field must not be null', async () => {
        const { data, errors, calls } = await answer('{ must { sure } reviewed(ids: ["gone", "fine"]) { sure } }');
        expect(data).to.deep.equal({ must: null, reviewed: [null, { sure: 2 }] });
        expect(errors).to.deep.equal([
          `must.1.sure @sure ${empty} ${ofProducts}`,
          `reviewed.0.sure @sure ${empty} ${ofProducts}`,
        ]);
        expect(calls).to.deep.equal(['sure fine', 'sure fine']);
      });

      it('is not named where clients do not see it', async () => {
        const { data, errors, calls, log } = await answer('{ own(ids: ["fine"]) { hidden } }');
        expect(data).to.deep.equal({ own: [{ hidden: null }] });
        expect(errors).to.deep.equal([`own.0.hidden @hidden ${empty} ${ofProducts}`]);
        expect(calls).to.deep.equal([]);
        expect(log.events('resolver gave nothing')[0]).to.include({ field: 'Product.secret' });
      });
    });
