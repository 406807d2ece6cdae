import { expect } from 'chai';
import { printSchema } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { askShop, plannedTiers } from '../../support/tiers.ts';

type Json = Readonly<Record<string, unknown>>;

const boats: Json[] = [
  { id: '1', name: 'Ada', length: { metres: 10 } },
  { id: '2', name: 'Bo', length: { metres: 20 } },
];
const boatOf = ({ id }: Json): unknown => boats.find((boat) => boat.id === id) ?? null;

/** Owns boats, whose price depends on the currency. */
const harbour: ShopExtension = {
  sdl: `type Query { boats: [Boat!]! }
    type Boat @key(fields: "id") { id: ID! name: String! price(in: String!): Int! length: Length! engine: Engine }
    type Length @shareable { metres: Int! } union Engine = Diesel | Sail
    type Diesel { power: Int! } type Sail { area: Int! }`,
  resolvers: {
    Query: { boats: () => boats },
    Boat: {
      __resolveReference: boatOf,
      price: ({ id }: Json, args: Json) => Number(id) * (args.in === 'EUR' ? 100 : 120),
      engine: ({ id }: Json) => (id === '1' ? { __typename: 'Diesel', power: 50 } : { __typename: 'Sail', area: 30 }),
    },
  },
};

/** Needs a boat's price in two currencies, and what drives it. */
const taxes: ShopExtension = {
  sdl: `extend type Boat {
    price(in: String!): Int! @external
    engine: Engine @external
    euros: Int! @requires(fields: "price(in: \\"EUR\\")")
    dollars: Int! @requires(fields: "price(in: \\"USD\\")")
    class: String! @requires(fields: "engine { __typename ... on Diesel { power } ... on Sail { area } }")
  }`,
  resolvers: {
    Boat: {
      euros: ({ price }: Json) => Number(price) + 1,
      dollars: ({ price }: Json) => Number(price) + 2,
      class: ({ engine }: Json) => JSON.stringify(engine),
    },
  },
};

for (const [tier, options] of Object.entries(plannedTiers)) {
  describe(`what Federation says of fields, in ${tier}`, () => {
    it('gives each field what it @requires, with its own arguments', async () => {
      expect(
        await askShop({ harbour, taxes }, '{ boats { euros dollars price(in: "EUR") } }', options),
      ).to.deep.include({
        data: {
          boats: [
            { euros: 101, dollars: 122, price: 100 },
            { euros: 201, dollars: 242, price: 200 },
          ],
        },
        errors: [],
      });
    });

    it('does not take a field without arguments for one that is required with some', async () => {
      const berths = {
        sdl: 'type Query { berths: [Berth!]! } type Berth @key(fields: "id") { id: ID! fee(in: String): String }',
        resolvers: {
          Query: { berths: () => [{ id: '1' }] },
          Berth: { __resolveReference: (berth: Json) => berth, fee: (_: Json, args: Json) => `${args.in ?? 'none'}` },
        },
      };
      const bills = {
        sdl: 'extend type Berth { fee(in: String): String @external bill: String @requires(fields: "fee(in: \\"EUR\\")") }',
        resolvers: { Berth: { bill: ({ fee }: Json) => `bill ${fee}` } },
      };
      expect(await askShop({ berths, bills }, '{ berths { fee bill } }', options)).to.deep.include({
        data: { berths: [{ fee: 'none', bill: 'bill EUR' }] },
        errors: [],
      });
    });

    it('gives a field what it @requires of each type of a union', async () => {
      expect(await askShop({ harbour, taxes }, '{ boats { class } }', options)).to.deep.include({
        data: {
          boats: [{ class: '{"__typename":"Diesel","power":50}' }, { class: '{"__typename":"Sail","area":30}' }],
        },
        errors: [],
      });
    });

    it('takes what is provided for one type of a union, and fetches it for the other', async () => {
      const owner = {
        sdl: 'type Book @key(fields: "id") { id: ID! title: String } type Film @key(fields: "id") { id: ID! title: String }',
        resolvers: {
          Book: { __resolveReference: ({ id }: Json) => ({ id, title: `owner’s ${id}` }) },
          Film: { __resolveReference: ({ id }: Json) => ({ id, title: `owner’s ${id}` }) },
        },
      };
      const lender = {
        sdl: `type Query { lent: [Item!]! @provides(fields: "... on Book { title }") } union Item = Book | Film
          extend type Book { title: String @external }`,
        resolvers: {
          Query: {
            lent: () => [
              { __typename: 'Book', id: 'b', own: 'lender’s b' },
              { __typename: 'Film', id: 'f' },
            ],
          },
          // This extension resolves an @external field where it says @provides.
          Book: { title: ({ own }: Json) => own },
        },
      };
      const query = '{ lent { ... on Book { title } ... on Film { title } } }';
      expect(await askShop({ owner, lender }, query, options)).to.deep.include({
        data: { lent: [{ title: 'lender’s b' }, { title: 'owner’s f' }] },
        errors: [],
      });
    });

    it('shows clients no hidden value of an enum, and no hidden type', async () => {
      const one = {
        sdl: `type Query { sizes: [Size] things: [Thing] } enum Size { S XL @inaccessible }
          interface Thing { a: Int } type Seen implements Thing { a: Int } type Unseen implements Thing @inaccessible { a: Int }`,
        resolvers: {
          Query: {
            sizes: () => ['S', 'XL'],
            things: () => [{ __typename: 'Seen' }, { __typename: 'Unseen' }],
          },
        },
      };
      const answered = await askShop({ one }, '{ sizes things { __typename } }', options);
      expect(answered.data).to.deep.equal({ sizes: ['S', null], things: [{ __typename: 'Seen' }, null] });
      expect(answered.errors).to.have.members(['sizes.1', 'things.1']);
    });

    it('does not take an object for one of an interface that its extension does not say it implements', async () => {
      const one = {
        sdl: `type Query { node: Node } interface Node { id: ID! } type Box @key(fields: "id") { id: ID! }
          type Bag implements Node @key(fields: "id") { id: ID! }`,
        resolvers: {
          Query: { node: () => ({ __typename: 'Box', id: '1' }) },
          Box: { __resolveReference: (box: Json) => box },
          Bag: { __resolveReference: (bag: Json) => bag },
        },
      };
      const two = {
        sdl: 'interface Node { id: ID! } type Box implements Node @key(fields: "id") { id: ID! lid: String }',
        resolvers: { Box: { __resolveReference: (box: Json) => box } },
      };
      const answered = await askShop({ one, two }, '{ node { id } }', options);
      expect(answered).to.deep.include({ data: { node: null }, errors: ['node'] });
    });
  });
}

describe('a field that several extensions give', () => {
  const library: ShopExtension = {
    sdl: `type Query { find: Found @shareable } union Found = Book | Card type Book { title: String @shareable }
      type Card @key(fields: "id") { id: ID! @shareable }`,
    resolvers: {
      Query: { find: () => ({ __typename: 'Book', title: 'library’s' }) },
      Card: { __resolveReference: (card: Json) => card },
    },
  };
  const shop: ShopExtension = {
    sdl: `type Query { find: Found @shareable } union Found = Book | Toy type Book { title: String @shareable price: Int }
      type Toy { name: String }`,
    resolvers: { Query: { find: () => ({ __typename: 'Book', title: 'shop’s', price: 3 }) } },
  };

  it('is asked of the one that has all that is wanted, and of the first where all have it', async () => {
    const extensions = { library, shop };
    expect((await askShop(extensions, '{ find { ... on Book { title } } }', {})).data).to.deep.equal({
      find: { title: 'library’s' },
    });
    expect((await askShop(extensions, '{ find { ... on Book { title price } } }', {})).data).to.deep.equal({
      find: { title: 'shop’s', price: 3 },
    });
  });

  it('is asked of one only in a mutation', async () => {
    const done: string[] = [];
    const doer = (name: string, field: string): ShopExtension => ({
      sdl: `type Mutation { go: Trip! @shareable } type Trip @key(fields: "id") { id: ID! ${field}: String }`,
      resolvers: {
        Mutation: {
          go: () => {
            done.push(name);
            return { id: '1', [field]: name };
          },
        },
        Trip: { __resolveReference: ({ id }: Json) => ({ id, [field]: name }) },
      },
    });
    const shopOf = stitchedShop({ one: doer('one', 'a'), two: doer('two', 'b') });
    expect(await shopOf.run('mutation { go { a b id } }')).to.deep.equal({
      data: { go: { a: 'one', b: 'two', id: '1' } },
    });
    expect(done).to.deep.equal(['one']);
  });
});

describe('types that extensions write differently', () => {
  it('are for clients what is right for all of them', () => {
    const { gateway } = stitchedShop({
      one: {
        sdl: `type Query { a(x: Int!, y: Int): [Int!]! @shareable b(i: I, e: In): Out } input I { p: Int q: Int } enum In { S M } enum Out { S M }
          union U = A type A { x: Int } interface N { n: Int }`,
        resolvers: { Query: { a: () => [], b: () => 'S' } },
      },
      two: {
        sdl: `extend type Query { a(x: Int): [Int] @shareable c(i: I, e: In): Out u: U } input I { p: Int! } enum In { S L } enum Out { S L }
          union U = B type B implements N { n: Int y: Int } interface N { n: Int }`,
        resolvers: { Query: { a: () => [], c: () => 'S', u: () => null } },
      },
    });
    const text = printSchema(gateway.schema);
    for (const expected of [
      'a(x: Int!): [Int]',
      'input I {\n  p: Int!\n}',
      'enum In {\n  S\n}',
      'enum Out {\n  S\n  M\n  L\n}',
      'union U = A | B',
    ])
      expect(text).to.include(expected);
  });
});
