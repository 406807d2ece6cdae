import { expect } from 'chai';
import { printSchema } from 'graphql';
import type { Finding } from '#base';
import { composeGraphql } from '#engine';
import { coreSchema } from '#gateway';
import { manifestOf } from '../../support/manifest-of.ts';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';

type Json = Readonly<Record<string, unknown>>;

/** Has internal fields of both roots and of an object, with types that only they lead to. */
const stock: ShopExtension = {
  sdl: `type Query { piles: [Pile!]! pile(at: PlaceInput!): Pile @internal }
    type Mutation { reserve(items: [ItemInput!]!): Reservation! @internal  count: Int! }
    type Pile @key(fields: "id") { id: ID! pieces: Int! cost(in: Currency = EUR): Cost! @internal }
    type Cost { cents: Int! per: Unit! }
    enum Unit { PIECE BOX } enum Currency { EUR USD }
    input ItemInput { id: ID! pieces: Int! } input PlaceInput { row: Int! }
    type Reservation { id: ID! holds: Hold! } interface Hold { until: String! } type Held implements Hold { until: String! }`,
  resolvers: {
    Query: {
      piles: () => [{ id: '1', pieces: 3 }],
      pile: (_: Json, { at }: { readonly at: Json }) => ({ id: String(at.row), pieces: 9 }),
    },
    Mutation: {
      count: () => 1,
      reserve: (_: Json, { items }: { readonly items: readonly Json[] }) => ({
        id: items.map(({ id }) => id).join(),
        holds: { __typename: 'Held', until: 'noon' },
      }),
    },
    Pile: {
      __resolveReference: (pile: Json) => ({ ...pile, pieces: 3 }),
      cost: (_: Json, args: Json) => ({ cents: args.in === 'EUR' ? 100 : 110, per: 'PIECE' }),
    },
  },
};

/** Extends what only internal fields would give, and needs one of them. */
const labels: ShopExtension = {
  sdl: 'extend type Pile { label: String! @requires(fields: "cost { cents }") cost: Cost! @external } type Cost { cents: Int! @external }',
  resolvers: { Pile: { label: ({ cost }: { readonly cost: Json }) => `for ${cost.cents}` } },
};

const shop = stitchedShop({ stock });

describe('an internal field', () => {
  it('is not in the schema of clients, and neither are the types to which only it leads', () => {
    const text = printSchema(shop.gateway.schema);
    for (const name of [
      'reserve',
      'pile(',
      'cost',
      'Cost',
      'Unit',
      'Currency',
      'ItemInput',
      'PlaceInput',
      'Hold',
      'Held',
      'Reservation',
    ])
      expect(text).not.to.include(name);
    expect(text).to.include('count: Int!').and.include('pieces: Int!');
  });

  it('is in the schema of extensions, and answers them', async () => {
    const inner = { inner: true };
    expect(printSchema(shop.gateway.inner)).to.include('reserve(items: [ItemInput!]!): Reservation!');
    const asked = await shop.same('{ piles { id cost { cents per } } pile(at: { row: 4 }) { id pieces } }', inner);
    expect(asked.errors).to.equal(undefined);
    const variables = { items: [{ id: '7', pieces: 2 }] };
    const text =
      'mutation ($items: [ItemInput!]!) { reserve(items: $items) { id holds { until ... on Held { __typename } } } }';
    expect((await shop.same(text, { ...inner, variables })).data).to.deep.equal({
      reserve: { id: '7', holds: { until: 'noon', __typename: 'Held' } },
    });
    expect(await shop.run('{ __type(name: "Cost") { name } }', inner)).to.have.nested.property('data.__type.name');
    expect(await shop.run('{ __type(name: "Cost") { name } }')).to.have.nested.property('data.__type', null);
  });

  it('takes Mutation from clients, where it is the only one', async () => {
    const { gateway, run, calls } = stitchedShop({
      one: { sdl: 'type Mutation { go: Int @internal }', resolvers: { Mutation: { go: () => 1 } } },
    });
    const { errors = [] } = await run('mutation { go }');
    expect(errors.map(({ message }) => message)).to.deep.equal([
      'Schema is not configured to execute mutation operation.',
    ]);
    expect(calls).to.deep.equal([]);
    expect(gateway.schema.getMutationType()).to.equal(undefined);
    expect(gateway.inner.getMutationType()?.name).to.equal('Mutation');
  });

  it('leaves one schema, where there is none', () => {
    const { gateway } = stitchedShop({ one: { sdl: 'type Query { a: Int }', resolvers: { Query: { a: () => 1 } } } });
    expect(gateway.inner).to.equal(gateway.schema);
  });
});

type Sdl = Readonly<Record<string, string>>;

function findingsOf(sdl: Sdl, used: Readonly<Record<string, readonly string[]>> = {}): readonly string[] {
  const manifests = Object.entries(sdl).map(([id, text]) => ({
    ...manifestOf(id, text),
    uses: (used[id] ?? []).map((field) => ({
      field: field.replace('?', ''),
      isOptional: field.endsWith('?'),
      where: { file: `${id}/package.json`, line: 1, column: 1 },
    })),
  }));
  const short = ({ code, where, severity }: Finding): string =>
    `${severity} ${code} ${where.file.replace('/shop/extensions/', '').replace('/graphql/schema.graphql', '')}:${where.line}:${where.column}`;
  return composeGraphql(manifests, { own: coreSchema }).findings.map(short);
}

const cases: Readonly<Record<string, readonly [Sdl, Readonly<Record<string, readonly string[]>>, readonly string[]]>> =
  {
    'on a field of an interface': [
      { one: 'interface I { a: Int @internal } type A implements I { a: Int } type Query { i: I }' },
      {},
      ['error INTERNAL_MISPLACED one:1:15'],
    ],
    'on a field that an interface has': [
      { one: 'interface I { a: Int } type A implements I { a: Int @internal b: Int } type Query { i: I }' },
      {},
      ['error INTERNAL_MISPLACED one:1:46'],
    ],
    'on the only field of a type that clients see': [
      { one: 'type A { a: Int @internal } type Query { a: A }' },
      {},
      ['error INTERNAL_MISPLACED one:1:10'],
    ],
    'on a type': [{ one: 'type A @internal { a: Int } type Query { a: A }' }, {}, ['error SCHEMA_INVALID one:1:8']],
    'that a @requires names without uses': [
      { stock: stock.sdl, labels: labels.sdl },
      {},
      ['error USES_MISSING labels:1:20'],
    ],
    'that a @requires names with uses': [{ stock: stock.sdl, labels: labels.sdl }, { labels: ['Pile.cost'] }, []],
    'of its own in a @requires': [
      {
        one: 'type Query { a: A } type A @key(fields: "id") { id: ID! cost: Int @internal price: Int @requires(fields: "cost") }',
      },
      {},
      [],
    ],
    'that uses name': [{ stock: stock.sdl, one: 'type Query { a: Int }' }, { one: ['Mutation.reserve'] }, []],
    'that uses name, and no extension has': [
      { stock: stock.sdl, one: 'type Query { a: Int }' },
      { one: ['Mutation.reserv', 'Cost'] },
      ['error USES_UNKNOWN one/package.json:1:1', 'error USES_UNKNOWN one/package.json:1:1'],
    ],
    'that uses name, and need not be there': [
      { stock: stock.sdl, one: 'type Query { a: Int }' },
      { one: ['Mutation.reserv?', 'Mutation.reserve?', 'Query.piles?'] },
      [],
    ],
    'that uses name, and is none': [
      { stock: stock.sdl, one: 'type Query { a: Int }' },
      { one: ['Query.piles'] },
      ['warning USES_NOT_INTERNAL one/package.json:1:1'],
    ],
  };

describe('the findings of an internal field', () => {
  for (const [title, [sdl, used, expected]] of Object.entries(cases))
    it(`${title}: ${expected.length === 0 ? 'none' : expected.join(', ')}`, () => {
      expect(findingsOf(sdl, used)).to.deep.equal(expected);
    });

  it('names the disabled extension that has a used field', () => {
    const manifest = {
      ...manifestOf('one', 'type Query { a: Int }'),
      uses: [{ field: 'Mutation.reserve', where: { file: 'p' } }],
    };
    const disabled = new Map([['Mutation.reserve', manifestOf('stock', stock.sdl)]]);
    const [finding] = composeGraphql([manifest], { own: coreSchema, disabled }).findings;
    expect(finding?.what).to.equal(
      'uses "Mutation.reserve", which the extension "stock" has, but "stock" is not enabled',
    );
    expect(finding?.fix).to.equal('Enable "stock" in gateway.yaml.');
  });
});
