import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { buildSchema, GraphQLScalarType, parse, parseType, validate } from 'graphql';
import type { JsonSchema } from '../../../../src/extensions/index.ts';
import { checkedResolvers } from '../../src/testing/checks/checked-resolvers.ts';
import { misfit } from '../../src/testing/checks/fits-type.ts';
import { fieldOperations } from '../../src/testing/checks/operations.ts';
import { type Mocks, standInResolvers } from '../../src/testing/stand-in/stand-in-resolvers.ts';
import { indexTypes } from '../../src/testing/stand-in/type-index.ts';
import { drawFrom, inputLiteral, inputValues, scalarValues, schemaValue } from '../../src/values/index.ts';

const sdl = `
  type Product @key(fields: "productId") { productId: ID! name: String! price: Float stock: Int form: Form url: String
    createdAt: String! parts: [Product!]! seller: Seller money: Money }
  type Seller { email: String! product: Product }
  enum Form { POWDER TABLET }
  scalar Money
  union Hit = Product | Seller
  type Query { product(id: ID!): Product products(first: Int = 10): [Product!]! search(text: String!): [Hit!]! }
  type Mutation { addProduct(input: ProductInput!): Product! }
  input ProductInput { name: String! form: Form! note: String }`;
const document = parse(sdl);
const files = [{ file: 'shop.graphql', document }];

async function ask(
  type: string,
  field: string,
  options: { seed?: number; nulls?: number; mocks?: Mocks; parent?: unknown; args?: object },
) {
  const { seed = 1, nulls = 0, mocks = {}, parent, args = {} } = options;
  const resolvers = standInResolvers({ manifest: { sdl: files }, subgraph: { document }, seed, nulls, mocks });
  return resolvers[type]?.[field]?.(parent, { ...args }, {});
}

describe('answers of a stand-in', () => {
  it('are the same for the same seed, object and arguments', async () => {
    const parent = { productId: '7' };
    expect(await ask('Product', 'name', { parent })).to.equal(
      await ask('Product', 'name', { parent: { productId: '7', more: 1 } }),
    );
    const other = [
      await ask('Product', 'name', { parent: { productId: '8' } }),
      await ask('Product', 'name', { parent, seed: 2 }),
    ];
    expect(other).to.not.include(await ask('Product', 'name', { parent }));
  });

  it('fit their types', async () => {
    const parent = { productId: '7' };
    expect(await ask('Product', 'stock', { parent }))
      .to.be.a('number')
      .and.satisfy(Number.isInteger);
    expect(await ask('Product', 'form', { parent })).to.be.oneOf(['POWDER', 'TABLET']);
    expect(await ask('Product', 'createdAt', { parent })).to.satisfy((text: string) => !Number.isNaN(Date.parse(text)));
    expect(await ask('Query', 'search', { args: { text: 'a' } }))
      .to.be.an('array')
      .and.satisfy((hits: readonly { __typename: string }[]) =>
        hits.every(({ __typename }) => ['Product', 'Seller'].includes(__typename)),
      );
  });

  it('have the key that was asked for', async () => {
    expect(await ask('Query', 'product', { args: { id: '1001' } })).to.deep.equal({
      __typename: 'Product',
      productId: '1001',
    });
    expect(await ask('Product', '__resolveReference', { parent: { productId: '5' } })).to.deep.equal({
      productId: '5',
    });
  });

  it('are no items of a keyless type that another extension has: these could not be read', async () => {
    const joined = parse('type Entry { topic: ID! } type Query { entries: [Entry!]! }');
    const own = [{ file: 'part.graphql', document: parse('extend type Query { entries: [Entry!]! @contribute }') }];
    const parts = { subgraph: { document: joined }, seed: 1, nulls: 0, mocks: {} };
    const entriesOf = async (sdl: typeof own) =>
      await standInResolvers({ manifest: { sdl }, ...parts }).Query?.entries?.({}, {}, {});
    expect(await entriesOf(own)).to.deep.equal([]);
    expect(await entriesOf([{ file: 'owner.graphql', document: joined }])).to.have.lengthOf(2);
  });

  it('are as many as were asked for, and three at most', async () => {
    expect(await ask('Query', 'products', { args: { first: 1 } })).to.have.lengthOf(1);
    expect(await ask('Query', 'products', { args: { first: 100 } })).to.have.lengthOf(3);
  });

  it('are null as often as asked for, where they may be', async () => {
    const parent = { productId: '7' };
    expect(await ask('Product', 'price', { parent, nulls: 1 })).to.equal(null);
    expect(await ask('Product', 'name', { parent, nulls: 1 })).to.be.a('string');
  });

  it('are those of the test, where it gives any', async () => {
    const mocks: Mocks = {
      Query: {
        product: (_root: unknown, { id }: { id: string }) =>
          id === '1' ? { name: 'Tea' } : id === '2' ? null : undefined,
      },
      Product: { price: 9.5 },
      Money: (number) => `${number % 10} EUR`,
    };
    expect(await ask('Query', 'product', { mocks, args: { id: '1' } })).to.deep.equal({
      __typename: 'Product',
      name: 'Tea',
    });
    expect(await ask('Query', 'product', { mocks, args: { id: '2' } })).to.equal(null);
    expect(await ask('Query', 'product', { mocks, args: { id: '3' } })).to.have.property('productId', '3');
    expect(await ask('Product', 'price', { mocks, parent: {} })).to.equal(9.5);
    expect(await ask('Product', 'name', { mocks, parent: { name: 'Tea' } })).to.equal('Tea');
    expect(await ask('Product', 'money', { mocks, parent: {} })).to.match(/^\d EUR$/);
  });
});

describe('results of resolvers', () => {
  const parts = {
    types: indexTypes(document),
    resolved: new Set(['Product.seller']),
    leaves: new Map<string, unknown>(),
  };
  const money = new GraphQLScalarType({
    name: 'Money',
    serialize(value) {
      if (typeof value !== 'number') throw new Error('money is a number');
      return value;
    },
  });
  const right = { productId: '1', name: 'Tea', createdAt: 'now', parts: [] };

  for (const [value, type, wrong] of [
    [right, 'Product!', undefined],
    [null, 'Product', undefined],
    [null, 'Product!', ': null is no Product!'],
    [undefined, '[Product!]!', ': undefined is no [Product!]!'],
    [right, '[Product!]', ': { productId: '],
    [[right, null], '[Product!]!', '[1]: null is no Product!'],
    ['Tea', 'Product', ': "Tea" is no Product'],
    [{ ...right, stock: 'five' }, 'Product', '.stock: "five" is no Int'],
    [{ ...right, stock: 1.5 }, 'Product', '.stock: 1.5 is no Int'],
    [{ ...right, name: null }, 'Product', '.name: null is no String!'],
    [{ ...right, parts: [{ ...right, form: 'OIL' }] }, 'Product', '.parts[0].form: "OIL" is no Form'],
    [{ ...right, seller: 'resolved elsewhere' }, 'Product', undefined],
    [{ ...right, money: 'much' }, 'Product', '.money: "much" is no Money (money is a number)'],
    [new Error('is an answer of a batch'), 'Product!', undefined],
  ] as const)
    it(`${wrong === undefined ? 'are right' : `say that ${wrong}`} for ${JSON.stringify(value)} as ${type}`, () => {
      const found = misfit(value, parseType(type), { ...parts, leaves: new Map([['Money', money]]) });
      expect(found ?? 'right').to.satisfy((text: string) => text.startsWith(wrong ?? 'right'));
    });

  it('are compared for single, batch and waiting resolvers', async () => {
    const problems: string[] = [];
    const calls = new Map<string, number>();
    const [checked] = checkedResolvers(
      [
        {
          file: import.meta.filename,
          value: {
            Query: { product: async () => ({ ...right, stock: 'x' }), products: () => 7 },
            Product: { stock: { batch: () => [1, 'two'] }, __resolveReference: () => 'left alone' },
          },
        },
      ],
      { manifest: { sdl: files }, subgraph: { document }, report: (problem) => problems.push(problem), calls },
    );
    const value: { Query: Record<string, () => unknown>; Product: { stock: { batch: () => unknown } } } =
      JSON.parse('{}');
    Object.assign(value, checked?.value);
    await value.Query.product?.();
    expect([...calls]).to.deep.equal([
      ['Query.product', 1],
      ['Query.products', 0],
      ['Product.stock', 0],
    ]);
    value.Query.products?.();
    value.Product.stock.batch();
    // A property of a resolved field may be anything.
    expect(
      problems.map((each) => each.replace(/ \(packages\/kit\/test\/testing\/values\.test\.ts:\d+\)\n {2}fix: .*$/, '')),
    ).to.deep.equal(['Query.products: 7 is no [Product!]', 'Product.stock: "two" is no Int']);
  });
});

describe('made-up input', () => {
  const schemas: readonly JsonSchema[] = [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', minLength: 2, maxLength: 5 }, b: { type: 'integer', minimum: 1, maximum: 5 } },
    },
    { type: 'array', minItems: 1, maxItems: 2, items: { enum: ['x', 'y'] } },
    { type: ['string', 'null'], format: 'email' },
    { anyOf: [{ const: 1 }, { type: 'boolean' }] },
    { type: 'number', exclusiveMinimum: 0, multipleOf: 5 },
  ];

  for (const schema of schemas)
    it(`fits ${JSON.stringify(schema)}`, () => {
      const validate = new Ajv2020({ formats: { email: true }, strict: false }).compile(schema);
      const values = Array.from({ length: 50 }, (_, number) => schemaValue(schema, number));
      expect(values.filter((value) => !validate(value))).to.deep.equal([]);
      expect(new Set(values.map((value) => JSON.stringify(value))).size).to.be.above(1);
    });

  it('is valid for an input type with itself below it, and the same for a seed', () => {
    const own = buildSchema(`type Query { find(by: Filter!): Int }
      input Filter { any: [Filter!]! all: [Filter] not: Filter text: String kinds: [Kind!]! at: Day }
      enum Kind { TOOL TOY } scalar Day`);
    const type = own.getQueryType()?.getFields().find?.args[0]?.type;
    if (type === undefined) expect.fail('there is no such argument');
    for (const optional of [true, false]) {
      const made = (seed: number) =>
        inputLiteral(drawFrom(seed, 'by')(inputValues(type, { field: 'by', scalar: scalarValues, optional })), type);
      const texts = Array.from({ length: 50 }, (_, seed) => `{ find(by: ${made(seed)}) }`);
      expect(texts.flatMap((text) => validate(own, parse(text)).map(({ message }) => message))).to.deep.equal([]);
      expect(made(7)).to.equal(made(7));
      expect(new Set(texts).size).to.be.above(1);
    }
  });

  it('asks for each field by an operation', () => {
    const schema = buildSchema(sdl.replace('@key(fields: "productId")', ''));
    expect(fieldOperations(schema, 'Lost.field', { seed: 1 })).to.deep.equal([]);
    expect(fieldOperations(schema, 'Query.product', { seed: 1 })).to.have.lengthOf(1);
    // A list finds objects, and a made-up id none. So the list comes first.
    const [first, second] = fieldOperations(schema, 'Seller.email', { seed: 1 });
    expect(first).to.match(/^\{ products(?:\(first: \d\))? \{ seller \{ email \} \} \}$/);
    expect(second).to.match(/^\{ product\(.*\) \{ seller \{ email \} \} \}$/);
    expect(fieldOperations(schema, 'Mutation.addProduct', { seed: 1 })[0]).to.match(
      /^mutation \{ addProduct\(input: \{ name: "name \d+", form: (?:POWDER|TABLET) \}\) \{/,
    );
    expect(fieldOperations(schema, 'Query.product', { seed: 1, given: { id: 'own' } })[0]).to.include('(id: "own")');
  });
});
