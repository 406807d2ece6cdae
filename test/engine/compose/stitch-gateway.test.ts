import { expect } from 'chai';
import { GraphQLError, printType } from 'graphql';
import { RequestError } from '#base';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';

const ann = { kind: 'user', id: 'ann', permissions: ['reviews:write', 'a'] } as const;
const bob = { kind: 'user', id: 'bob', permissions: [] } as const;

/** A catalogue of twenty products, and extensions that count how often they are called. */
function countedShop(): { readonly shop: ReturnType<typeof stitchedShop>; readonly counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const products = Array.from({ length: 20 }, (_, index) => ({ productId: `${index}`, name: `n${index}` }));
  const shop = stitchedShop({
    catalog: {
      sdl: 'type Product @key(fields: "productId") { productId: ID! name: String! } type Query { products: [Product!]! }',
      resolvers: {
        Query: {
          products: () =>
            products.map(async (product, index) => (index % 2 === 0 ? product : await Promise.resolve(product))),
        },
        Product: {
          __resolveReference: {
            batch: (keys: readonly { productId: string }[]) => {
              count('Product.__resolveReference');
              return keys.map(({ productId }) => products[Number(productId)]);
            },
          },
        },
      },
    },
    reviews: {
      sdl: 'extend type Product { reviews: [Review!]! stars: Int } type Review { id: ID! author: Author product: Product } type Author { name: String }',
      resolvers: {
        Product: {
          reviews: {
            batch: (parents: readonly { productId: string }[]) => {
              count('Product.reviews');
              return parents.map(({ productId }) => [
                { id: `${productId}a`, productId },
                { id: `${productId}b`, productId },
              ]);
            },
          },
          stars: {
            batch: (parents: readonly object[]) => {
              count('Product.stars');
              return parents.map(() => 5);
            },
          },
        },
        Review: {
          product: ({ productId }: { productId: string }) => ({ productId }),
          author: {
            batch: async (parents: readonly { id: string }[]) => {
              count('Review.author');
              return parents.map(({ id }) => ({ name: id }));
            },
          },
        },
      },
    },
    supplement: {
      sdl: 'extend type Product { dose: String }',
      resolvers: {
        Product: {
          dose: {
            batch: (parents: readonly object[]) => {
              count('Product.dose');
              return parents.map(() => 'daily');
            },
          },
        },
      },
    },
  });
  return { shop, counts };
}

describe('the public schema', () => {
  it('keeps the description of a type that others extend', () => {
    const described = '"Something to buy." type Product @key(fields: "id") { id: ID! } type Query { product: Product }';
    const resolvers = { Product: { __resolveReference: () => null } };
    const { gateway } = stitchedShop({
      catalog: { sdl: described, resolvers },
      reviews: { sdl: 'extend type Product { stars: Int }', resolvers: {} },
    });
    expect(gateway.schema.getType('Product')?.description).to.equal('Something to buy.');
  });
});

describe('the calls of the stitched gateway', () => {
  it('are one for each extension and level, whatever the length of the list', async () => {
    const { shop, counts } = countedShop();
    const result = await shop.run('{ products { name dose stars reviews { id author { name } } } }');
    expect(result.errors).to.equal(undefined);
    expect(shop.calls).to.have.members(['catalog', 'reviews', 'supplement']).and.have.length(3);
    expect(counts).to.deep.equal({ 'Product.reviews': 1, 'Product.stars': 1, 'Review.author': 1, 'Product.dose': 1 });
  });

  it('are one more for each level that leads back to an extension', async () => {
    const { shop, counts } = countedShop();
    const result = await shop.run('{ products { reviews { product { name dose } } } }');
    expect(result.errors).to.equal(undefined);
    expect(shop.calls).to.have.members(['catalog', 'reviews', 'catalog', 'supplement']).and.have.length(4);
    expect(counts).to.deep.equal({ 'Product.reviews': 1, 'Product.__resolveReference': 1, 'Product.dose': 1 });
  });

  it('are one for several root fields of an extension', async () => {
    const { shop } = countedShop();
    await shop.run('{ a: products { productId } b: products { name } }');
    expect(shop.calls).to.deep.equal(['catalog']);
  });

  it('leave out extensions whose fields nobody asks for', async () => {
    const { shop } = countedShop();
    await shop.run('{ products { productId name reviews @skip(if: true) { id } } }');
    expect(shop.calls).to.deep.equal(['catalog']);
  });

  it('share one context for each extension, made when it is first needed', async () => {
    const { shop } = countedShop();
    await shop.run('{ products { reviews { product { name } } } }');
    expect(shop.contexts).to.have.members(['catalog', 'reviews']).and.have.length(2);
  });

  it('stop when the request is given up', async () => {
    const given = new AbortController();
    const { shop } = countedShop();
    const shopOfOne = stitchedShop({
      ...sampleExtensions((place) => {
        if (place === 'Query.products') given.abort();
        return undefined;
      }),
    });
    const result = await shopOfOne.run('{ products { best { id } } }', { signal: given.signal });
    expect(shopOfOne.calls).to.deep.equal(['catalog']);
    expect(result.errors?.[0]?.extensions).to.deep.equal({ code: 'TIMEOUT', extension: 'reviews' });
    expect(shop.calls).to.deep.equal([]);
  });
});

describe('unexpected errors', () => {
  const failing = (fail: () => unknown): ReturnType<typeof stitchedShop> =>
    stitchedShop({
      one: {
        sdl: 'type Query { a: Int b: Int list: [Thing] } type Thing { x: Int }',
        resolvers: { Query: { a: fail, b: fail, list: () => [{}, {}] }, Thing: { x: { batch: fail } } },
      },
    });

  it('are masked with an id that the log has, with message and stack', async () => {
    const shop = failing(() => {
      throw new TypeError('secret');
    });
    const result = await shop.run('{ a }');
    const [event, ...more] = shop.log.events('resolver failed');
    expect(result.errors?.map(({ message }) => message)).to.deep.equal(['Internal server error']);
    expect(result.errors?.[0]?.extensions).to.deep.equal({
      code: 'INTERNAL_SERVER_ERROR',
      id: event?.id,
      extension: 'one',
    });
    expect(event).to.include({ error: 'secret', extension: 'one' });
    expect(event?.stack).to.match(/^TypeError: secret\n/);
    expect(more).to.deep.equal([]);
    expect(JSON.stringify(result)).to.not.include('secret');
  });

  it('are logged once when a whole batch has them', async () => {
    const shop = failing(() => {
      throw new Error('secret');
    });
    const result = await shop.run('{ list { x } }');
    expect(result.errors).to.have.length(2);
    expect(shop.log.events('resolver failed')).to.have.length(1);
  });

  it('are logged each with an id of its own', async () => {
    const shop = failing(() => {
      throw new Error('secret');
    });
    const result = await shop.run('{ a b }');
    expect(new Set(result.errors?.map(({ extensions }) => extensions.id)).size).to.equal(2);
  });

  for (const [what, thrown] of Object.entries({
    a: 'text',
    number: 5,
    nothing: undefined,
    null: null,
    object: { message: 'x' },
  })) {
    it(`may be no Errors at all: ${what}`, async () => {
      const shop = failing(() => Promise.reject(thrown));
      const result = await shop.run('{ a list { x } }');
      expect(result.errors?.map(({ message }) => message)).to.deep.equal(Array(3).fill('Internal server error'));
    });
  }
});

describe('values that are not of their field’s type', () => {
  const sdl = 'enum E { A } interface N { x: Int } type T implements N { x: Int } type U implements N { x: Int }';
  for (const [what, type, value] of [
    ['an object for a String', 'String', { password: 'hunter2' }],
    ['a text for an Int', 'Int', 'hunter2'],
    ['what the enum has not', 'E', 'hunter2'],
    ['an object for a list', '[T]', { password: 'hunter2' }],
    ['an object of an unknown type', 'N', { __typename: 'hunter2' }],
  ] as const)
    for (const [how, more] of [
      ['planned', ''],
      ['completed by graphql-js', '__schema { queryType { name } }'],
    ] as const)
      it(`are masked and logged, and not shown: ${what}, ${how}`, async () => {
        const shop = stitchedShop({
          one: { sdl: `${sdl} type Query { a: ${type} }`, resolvers: { Query: { a: () => value } } },
        });
        const result = await shop.run(`{ a ${/T|N/.test(type) ? '{ x }' : ''} ${more} }`);
        const [event] = shop.log.events('resolver failed');
        expect(result.errors?.map(({ message, extensions }) => ({ message, extensions }))).to.deep.equal([
          {
            message: 'Internal server error',
            extensions: { code: 'INTERNAL_SERVER_ERROR', id: event?.id, extension: 'one' },
          },
        ]);
        expect(event?.id).to.be.a('string');
        expect(JSON.stringify(result)).to.not.include('hunter2');
      });
});

describe('expected errors', () => {
  const refusing = (error: unknown): ReturnType<typeof stitchedShop> =>
    stitchedShop({
      one: {
        sdl: 'type Query { a: Int }',
        resolvers: {
          Query: {
            a: () => {
              throw error;
            },
          },
        },
      },
    });

  it('keep the code of a GraphQLError, and name the extension', async () => {
    const result = await refusing(new GraphQLError('no', { extensions: { code: 'TEAPOT', more: 1 } })).run('{ a }');
    expect(result.errors?.[0]?.toJSON()).to.deep.equal({
      message: 'no',
      locations: [{ line: 1, column: 3 }],
      path: ['a'],
      extensions: { code: 'TEAPOT', more: 1, extension: 'one' },
    });
  });

  it('get a code where a GraphQLError has none', async () => {
    const result = await refusing(new GraphQLError('no')).run('{ a }');
    expect(result.errors?.[0]?.extensions).to.deep.equal({ code: 'INTERNAL_SERVER_ERROR', extension: 'one' });
  });

  it('keep message and code of a RequestError, also of another copy of the class', async () => {
    const copy = Object.assign(new Error('gone'), { name: 'RequestError', code: 'NOT_FOUND', status: 404 });
    for (const error of [new RequestError('NOT_FOUND', 404, 'gone'), copy]) {
      const shop = refusing(error);
      const result = await shop.run('{ a }');
      expect(result.errors?.[0]).to.deep.include({
        message: 'gone',
        extensions: { code: 'NOT_FOUND', extension: 'one' },
      });
      expect(shop.log.events('resolver failed')).to.deep.equal([]);
    }
  });
});

const guarded: Readonly<Record<string, ShopExtension>> = {
  catalog: {
    sdl: `interface Owned @authenticated { owner: String }
      type Product implements Owned @key(fields: "id") { id: ID! owner: String cost: Float @requiresScopes(scopes: [["costs:read"], ["reviews:write", "a"]]) }
      type Secret @key(fields: "id") @authenticated { id: ID! text: String }
      type Query { product: Product secret: Secret secrets: [Secret!] mine: String @authenticated }`,
    resolvers: {
      Query: {
        product: () => ({ id: '1', owner: 'ann', cost: 2 }),
        secret: () => ({ id: '1', text: 's' }),
        secrets: () => [],
        mine: () => 'mine',
      },
      Product: { __resolveReference: () => ({ id: '1', owner: 'ann', cost: 2 }) },
      Secret: { __resolveReference: () => ({ id: '1', text: 's' }) },
    },
  },
  reviews: {
    sdl: `extend type Product { review: Review } type Review { product: Product secret: Secret notes: String @requiresScopes(scopes: [["reviews:write"]]) }
      extend type Secret { more: String }
      extend type Mutation { clear: Boolean @requiresScopes(scopes: [["reviews:write"]]) }`,
    resolvers: {
      Product: { review: () => ({ notes: 'n' }) },
      Review: { product: () => ({ id: '1' }), secret: () => ({ id: '1' }) },
      Secret: { more: () => 'more' },
      Mutation: { clear: () => true },
    },
  },
};

describe('@authenticated and @requiresScopes', () => {
  const shop = stitchedShop(guarded);
  const refused: readonly (readonly [string, typeof ann | typeof bob | undefined, string, string])[] = [
    ['a field, for a guest', undefined, '{ mine }', 'UNAUTHENTICATED'],
    ['a field of a guarded type', undefined, '{ secret { text } }', 'UNAUTHENTICATED'],
    ['__typename of a guarded type', undefined, '{ secret { __typename } }', 'UNAUTHENTICATED'],
    ['a list of a guarded type', undefined, '{ secrets { id } }', 'UNAUTHENTICATED'],
    [
      'a guarded type through another extension',
      undefined,
      '{ product { review { secret { more } } } }',
      'UNAUTHENTICATED',
    ],
    ['a field whose interface is guarded', undefined, '{ product { owner } }', 'UNAUTHENTICATED'],
    ['a field with scopes, for a guest', undefined, '{ product { cost } }', 'UNAUTHENTICATED'],
    ['a field with scopes, for a caller without', bob, '{ product { cost } }', 'FORBIDDEN'],
    ['a field with scopes behind a hop', bob, '{ product { review { product { cost } } } }', 'FORBIDDEN'],
    ['a field of an extension with scopes', bob, '{ product { review { notes } } }', 'FORBIDDEN'],
    ['a mutation', bob, 'mutation { clear }', 'FORBIDDEN'],
  ];
  for (const [what, caller, query, code] of refused) {
    it(`refuse ${what}`, async () => {
      const result = await shop.run(query, caller === undefined ? {} : { caller });
      expect(result.errors?.map(({ extensions }) => extensions.code)).to.deep.equal([code]);
    });
  }

  it('do not let an extension close its neighbours’ fields', async () => {
    const closing = {
      sdl: 'extend type Product @authenticated { mine: Int } extend type Query @authenticated { own: Int }',
      resolvers: { Product: { mine: () => 1 }, Query: { own: () => 1 } },
    };
    const closed = stitchedShop({ ...guarded, closing });
    expect((await closed.run('{ product { id } }')).errors).to.equal(undefined);
    for (const query of ['{ own }', '{ product { mine } }'])
      expect((await closed.run(query)).errors?.[0]?.extensions.code).to.equal('UNAUTHENTICATED');
  });

  it('let a caller pass who has one of the sets of scopes', async () => {
    const query = '{ mine secret { text more } product { owner cost review { notes product { cost } } } }';
    const result = await shop.run(query, { caller: ann });
    expect(result.errors).to.equal(undefined);
    expect(await shop.run('mutation { clear }', { caller: ann })).to.deep.equal({ data: { clear: true } });
  });

  it('do not run the resolver that they guard', async () => {
    let ran = false;
    const watched = stitchedShop({
      one: {
        sdl: 'type Query { a: Int @authenticated }',
        resolvers: {
          Query: {
            a: () => {
              ran = true;
            },
          },
        },
      },
    });
    await watched.run('{ a }');
    expect(ran).to.equal(false);
  });
});

describe('the public schema', () => {
  it('has neither plumbing nor what is @inaccessible', () => {
    const { gateway } = stitchedShop({
      one: {
        sdl: `type T @key(fields: "id") { id: ID! hidden: Int @inaccessible f(a: Int, b: Int @inaccessible): E }
          type Hidden @inaccessible { x: Int } enum E { A B @inaccessible } input I { a: Int b: Int @inaccessible }
          type Query { t(i: I): T h: Hidden @inaccessible }`,
        resolvers: { T: { __resolveReference: () => null } },
      },
    });
    const types = Object.keys(gateway.schema.getTypeMap()).filter((name) => !name.startsWith('__'));
    expect(types).to.have.members(['Query', 'T', 'E', 'I', 'PageInfo', 'URLParams', 'ID', 'Int', 'String', 'Boolean']);
    const type = gateway.schema.getType('T');
    expect(type && printType(type)).to.equal('type T {\n  id: ID!\n  f(a: Int): E\n}');
    expect(Object.keys(gateway.schema.getQueryType()?.getFields() ?? {})).to.have.members(['t', 'url']);
    expect(gateway.schema.getDirectives().map(({ name }) => name)).to.not.include.members(['key', 'external', 'link']);
  });

  it('lets no alias read what the gateway fetches for itself', async () => {
    const extensions = {
      one: {
        sdl: 'type T @key(fields: "id") { id: ID! @inaccessible cost: Int @inaccessible a: Int } type Query { t: T }',
        resolvers: { T: { __resolveReference: () => null }, Query: { t: () => ({ id: 'secret', cost: 5 }) } },
      },
      two: { sdl: 'extend type T { b: String @requires(fields: "cost") }', resolvers: { T: { b: () => 'b' } } },
    };
    const shop = stitchedShop(extensions);
    expect(await shop.run('{ t { b } }')).to.have.nested.property('data.t.b', 'b');
    for (const alias of ['__stoa_0', '__stoa_1', '__stoa_type']) {
      const result = await shop.run(`{ t { ${alias}: b c: b } }`);
      expect(result.errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
      expect(result.data).to.equal(undefined);
      expect((await shop.run(`{ t { ${alias}: a b } }`)).errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
    }
  });

  it('has no Mutation when no extension has one', () => {
    const { gateway } = stitchedShop({ one: { sdl: 'type Query { a: Int }' } });
    expect(gateway.schema.getMutationType()).to.equal(undefined);
  });
});
