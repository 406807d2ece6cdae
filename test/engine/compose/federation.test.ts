import { expect } from 'chai';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a shop of these extensions answers; it must be without errors. */
async function answer(extensions: Readonly<Record<string, ShopExtension>>, query: string): Promise<unknown> {
  const shop = stitchedShop(extensions);
  const { data, errors } = await shop.run(query);
  expect(errors).to.equal(undefined);
  return { data: JSON.parse(JSON.stringify(data)), calls: shop.calls.toSorted() };
}

const owner: ShopExtension = {
  sdl: 'type Product @key(fields: "id") @key(fields: "sku") { id: ID! sku: String! name: String price: Float weight: Float } type Query { product: Product }',
  resolvers: {
    Query: { product: () => ({ id: '1', sku: 'S1', name: 'one', price: 3, weight: 2 }) },
    Product: {
      __resolveReference: ({ id, sku }: Json) =>
        id === '1' || sku === 'S1' ? { id: '1', sku: 'S1', name: 'one', price: 3, weight: 2 } : null,
    },
  },
};

describe('federation vocabulary', () => {
  it('reaches an entity by its second key, and from there by its first', async () => {
    const stock = {
      sdl: 'type Product @key(fields: "sku") { sku: String! stock: Int } extend type Query { top: Product }',
      resolvers: {
        Product: { stock: ({ sku }: Json) => (sku === 'S1' ? 7 : 0) },
        Query: { top: () => ({ sku: 'S1' }) },
      },
    };
    const notes = {
      sdl: 'extend type Product { note: String }',
      resolvers: { Product: { note: ({ id }: Json) => `note ${id}` } },
    };
    expect(
      await answer({ catalog: owner, stock, notes }, '{ top { note stock name } product { stock note } }'),
    ).to.deep.equal({
      data: { top: { note: 'note 1', stock: 7, name: 'one' }, product: { stock: 7, note: 'note 1' } },
      calls: ['catalog', 'catalog', 'notes', 'notes', 'stock', 'stock'],
    });
  });

  it('gives a resolver the fields that it @requires, from several extensions', async () => {
    const tax = { sdl: 'extend type Product { rate: Float }', resolvers: { Product: { rate: () => 0.5 } } };
    const shipping = {
      sdl: 'extend type Product { shipping: String @requires(fields: "price rate weight") } extend type Query { parcel: Product }',
      resolvers: {
        Product: { shipping: ({ price, rate, weight }: Json) => `${price} ${rate} ${weight}` },
        Query: { parcel: () => ({ id: '1' }) },
      },
    };
    const extensions = { catalog: owner, tax, shipping };
    expect(await answer(extensions, '{ product { shipping } parcel { shipping a: shipping } }')).to.deep.include({
      data: { product: { shipping: '3 0.5 2' }, parcel: { shipping: '3 0.5 2', a: '3 0.5 2' } },
    });
  });

  it('answers the error of a required field in its dependent', async () => {
    const broken = {
      ...owner,
      resolvers: {
        ...owner.resolvers,
        Product: {
          ...owner.resolvers?.Product,
          price: () => {
            throw new Error('secret');
          },
        },
      },
    };
    const shipping = {
      sdl: 'extend type Product { shipping: String @requires(fields: "price") note: String }',
      resolvers: { Product: { shipping: () => 'never', note: () => 'note' } },
    };
    const { data, errors } = await stitchedShop({ catalog: broken, shipping }).run(
      '{ product { shipping note name } }',
    );
    expect(JSON.parse(JSON.stringify(data))).to.deep.equal({ product: { shipping: null, note: 'note', name: 'one' } });
    expect(errors?.map(({ path, extensions }) => [path, extensions.extension])).to.deep.equal([
      [['product', 'shipping'], 'catalog'],
    ]);
  });

  it('finds entities by composite and nested keys', async () => {
    const people = {
      sdl: 'type Person @key(fields: "id org { id }") { id: ID! org: Org! name: String } type Org @key(fields: "id") { id: ID! title: String } type Query { me: Person }',
      resolvers: {
        Query: { me: () => ({ id: '1', org: { id: 'o', title: 'Org' }, name: 'Ann' }) },
        Person: { __resolveReference: ({ id, org }: Json) => ({ id, org, name: `${id} ${JSON.stringify(org)}` }) },
        Org: { __resolveReference: ({ id }: Json) => ({ id, title: 'Org' }) },
      },
    };
    const posts = {
      sdl: 'extend type Person { posts: [Post!]! } type Post { text: String by: Person }',
      resolvers: {
        Person: { posts: ({ id, org }: Json) => [{ text: JSON.stringify({ id, org }) }] },
        Post: { by: () => ({ id: '9', org: { id: 'p' } }) },
      },
    };
    expect(await answer({ people, posts }, '{ me { posts { text by { name org { title } } } } }')).to.deep.include({
      data: {
        me: { posts: [{ text: '{"id":"1","org":{"id":"o"}}', by: { name: '9 {"id":"p"}', org: { title: 'Org' } } }] },
      },
    });
  });

  it('asks no other extension for what one @provides', async () => {
    const top = {
      sdl: 'extend type Product { name: String @external } extend type Query { top: Product @provides(fields: "name") other: Product }',
      resolvers: { Query: { top: () => ({ id: '1', name: 'provided' }), other: () => ({ id: '1' }) } },
    };
    expect(await answer({ catalog: owner, top }, '{ top { name } }')).to.deep.equal({
      data: { top: { name: 'provided' } },
      calls: ['top'],
    });
    expect(await answer({ catalog: owner, top }, '{ other { name } }')).to.deep.equal({
      data: { other: { name: 'one' } },
      calls: ['catalog', 'top'],
    });
  });

  it('takes an @override field from its new owner', async () => {
    const prices = {
      sdl: 'extend type Product { price: Float @override(from: "catalog") }',
      resolvers: { Product: { price: () => 99 } },
    };
    expect(await answer({ catalog: owner, prices }, '{ product { name price } }')).to.deep.equal({
      data: { product: { name: 'one', price: 99 } },
      calls: ['catalog', 'prices'],
    });
  });

  it('takes a @shareable field from whoever is asked already', async () => {
    const shared = { ...owner, sdl: owner.sdl.replace('price: Float', 'price: Float @shareable') };
    const prices = {
      sdl: 'extend type Product { price: Float @shareable } extend type Query { cheap: Product }',
      resolvers: { Product: { price: () => 1 }, Query: { cheap: () => ({ id: '1' }) } },
    };
    expect(await answer({ catalog: shared, prices }, '{ cheap { price } product { price } }')).to.deep.equal({
      data: { cheap: { price: 1 }, product: { price: 3 } },
      calls: ['catalog', 'prices'],
    });
  });

  it('lets extensions return PageInfo, shared value types and each other’s enums', async () => {
    const size = 'type Size @shareable { width: Int }';
    const one = {
      sdl: `${size} enum Sort { UP DOWN } type Query { a: Size sort(by: Sort): Sort pages: PageInfo! }`,
      resolvers: {
        Query: {
          a: () => ({ width: 1 }),
          sort: (_: unknown, { by }: Json) => by,
          pages: () => ({ hasNextPage: true, hasPreviousPage: false }),
        },
      },
    };
    const two = {
      sdl: `${size} extend type Query { b(by: Sort = UP): Size c(by: Sort): Sort more: PageInfo }`,
      resolvers: {
        Query: { b: (_: unknown, { by }: Json) => ({ width: by === 'UP' ? 2 : 3 }), c: () => 'DOWN', more: () => null },
      },
    };
    expect(
      await answer(
        { one, two },
        '{ a { width } b { width } sort(by: UP) c pages { hasNextPage endCursor } more { hasNextPage } }',
      ),
    ).to.deep.include({
      data: {
        a: { width: 1 },
        b: { width: 2 },
        sort: 'UP',
        c: 'DOWN',
        pages: { hasNextPage: true, endCursor: null },
        more: null,
      },
    });
  });

  it('follows another extension’s entity through an interface', async () => {
    const nodes = {
      sdl: 'interface Node { id: ID! } extend type Product { seen: Boolean } type Query { node: Node nodes: [Node!]! }',
      resolvers: {
        Node: { __resolveType: () => 'Product' },
        Query: { node: () => ({ id: '1' }), nodes: () => [{ id: '1' }] },
      },
    };
    const catalog = {
      ...owner,
      sdl: owner.sdl.replace('type Product', 'type Product implements Node').replace('type Query', 'extend type Query'),
    };
    expect(
      await answer(
        { nodes, catalog },
        '{ node { __typename id ... on Product { name } } nodes { id ... on Product { sku } } }',
      ),
    ).to.deep.include({
      data: { node: { __typename: 'Product', id: '1', name: 'one' }, nodes: [{ id: '1', sku: 'S1' }] },
    });
  });

  it('answers fields of Query below a mutation', async () => {
    const one = {
      sdl: 'type Query { a: Int } type Mutation { go: Payload } type Payload { query: Query }',
      resolvers: { Query: { a: () => 1 }, Mutation: { go: () => ({ query: {} }) } },
    };
    const two = { sdl: 'extend type Query { b: Int }', resolvers: { Query: { b: () => 2 } } };
    expect(await answer({ one, two }, 'mutation { go { query { a b url(routeId: "x") __typename } } }')).to.deep.equal({
      data: { go: { query: { a: 1, b: 2, url: '/x?{}', __typename: 'Query' } } },
      calls: ['one', 'two'],
    });
  });
});
