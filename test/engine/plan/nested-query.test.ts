import { expect } from 'chai';
import { parse } from 'graphql';
import { type ShopExtension, stitchedShop } from '../../support/stitched-shop.ts';
import { plannedTiers } from '../../support/tiers.ts';

const names: Readonly<Record<string, string>> = { 1: 'tea', 2: 'salt' };

const extensions: Readonly<Record<string, ShopExtension>> = {
  catalog: {
    sdl: `type Query { a: Int things: [Thing!]! node: Node must: Int! } type Thing @key(fields: "id") { id: ID! name: String }
      interface Node { x: Int } type Leaf implements Node { x: Int query: Query }
      type Mutation { do(n: Int): Payload! } type Payload { ok: Int query: Query same: Query! fails: Query none: Query deep: Payload }`,
    resolvers: {
      Query: {
        a: () => 1,
        things: () => [
          { id: '1', name: names[1] },
          { id: '2', name: names[2] },
        ],
        node: () => ({ __typename: 'Leaf', x: 1 }),
        must: () => null,
      },
      Thing: { __resolveReference: ({ id }: { id: string }) => ({ id, name: names[id] }) },
      Leaf: { query: () => ({}) },
      Mutation: { do: (_: unknown, { n }: { n: number }) => ({ ok: n }) },
      Payload: {
        query: () => ({}),
        same: () => ({}),
        fails: () => {
          throw new Error('it fails');
        },
        deep: () => ({}),
      },
    },
  },
  stock: {
    sdl: `extend type Query { b: Int again: [Query!] first: Thing } extend type Thing { size: Int back: Query }
      extend type Mutation { count: Int }`,
    resolvers: {
      Query: { b: () => 2, again: () => [{}, {}], first: () => ({ id: '1' }) },
      Thing: { size: () => 3, back: () => ({}) },
      Mutation: { count: () => 5 },
    },
  },
};

const queries = [
  'mutation { do(n: 1) { ok query { a b url(routeId: "x") things { name size } } } }',
  'mutation { do(n: 1) { same { a b again { a again { b z: a } things { back { first { name size } b } } } } } }',
  'mutation { x: do(n: 1) { query { a } } count y: do(n: 2) { query { __typename b } deep { deep { query { b } } } } }',
  'mutation { do(n: 1) { none { a b } query { node { x ... on Leaf { query { b a } } } } } }',
  'mutation { do(n: 1) { fails { a b } ok same { must } } }',
  `mutation ($yes: Boolean = true, $no: Boolean = false) { do(n: 1) {
    ...P query { x: a @skip(if: $yes) y: b @include(if: $yes) things @include(if: $no) { name } ...Q } } }
    fragment P on Payload { query { a again { b } } } fragment Q on Query { again { ...R } } fragment R on Query { a b }`,
  'mutation { do(n: 1) { query { __schema { queryType { name } } a b again { __type(name: "Thing") { name } } } } }',
  '{ things { back { a b url(routeId: "y") q: things { id size } } } again { again { first { name } } } }',
];

for (const [tier, options] of Object.entries(plannedTiers))
  describe(`Query below an object, by ${tier}`, () => {
    for (const query of queries)
      it(`is planned, and answered as by one schema: ${query.replaceAll(/\s+/g, ' ')}`, async () => {
        const shop = stitchedShop(extensions, options);
        for (let round = 0; round < 3; round++) await shop.same(query);
        expect(shop.gateway.plans.find({ document: parse(query) }).kind).to.equal('plan');
      });
  });

describe('Query below an object that two extensions give', () => {
  it('is planned, whichever of them is asked for the object', async () => {
    const sdl = (field: string): string =>
      `type Query { shared: Shared @shareable ${field}: Int } type Shared @shareable { query: Query }`;
    const shared = { shared: () => ({ query: {} }) };
    const shop = stitchedShop({
      one: { sdl: sdl('a'), resolvers: { Query: { ...shared, a: () => 1 } } },
      two: { sdl: sdl('b'), resolvers: { Query: { ...shared, b: () => 2 } } },
    });
    const { data, errors } = await shop.run('{ shared { query { a b shared { query { b url(routeId: "x") } } } } }');
    expect(errors).to.equal(undefined);
    expect(JSON.parse(JSON.stringify(data))).to.deep.equal({
      shared: { query: { a: 1, b: 2, shared: { query: { b: 2, url: '/x?{}' } } } },
    });
  });
});
