import { expect } from 'chai';
import { GraphQLScalarType, Kind, parse } from 'graphql';
import { plain, type StitchedShop, stitchedShop } from '../../support/stitched-shop.ts';

const sdl = `
  type Query {
    one(text: String = "left out", size: Int, required: ID!, day: Day, size2: Float = 2): String
    several(list: [Int], input: Window = { from: 3 }, kind: Kind, day: Day): String
  }
  input Window { from: Int! until: Int = 9 }
  enum Kind { LARGE SMALL }
  scalar Day
`;

/** Text to a new object each time. */
const day = new GraphQLScalarType({
  name: 'Day',
  parseValue: (value) => ({ day: value }),
  parseLiteral: (node) => (node.kind === Kind.STRING ? { day: node.value } : undefined),
});

function shopThatTells(seen: Record<string, unknown>[]): StitchedShop {
  const tell = (_root: unknown, args: Record<string, unknown>): string => {
    seen.push(args);
    return JSON.stringify(Object.entries(args));
  };
  return stitchedShop({
    one: { sdl, resolvers: { Day: day, Kind: { LARGE: { big: true } }, Query: { one: tell, several: tell } } },
  });
}

describe('arguments in a plan compared with those of one schema', () => {
  for (const [query, values] of [
    ['{ one(required: "x") }', {}],
    ['{ one(required: 7, text: null, size: 3, size2: 1) }', {}],
    ['{ one(required: "x", day: "monday") }', {}],
    ['query ($a: String, $b: Int, $c: ID = "c") { one(required: $c, text: $a, size: $b) }', {}],
    ['query ($a: String, $b: Int, $c: ID = "c") { one(required: $c, text: $a, size: $b) }', { a: null, b: 4, c: 'd' }],
    ['query ($c: ID = "c", $d: Day) { one(required: $c, size2: 3, day: $d, text: "constant") }', { d: 'tuesday' }],
    ['query ($c: ID = "c") { one(required: $c) }', { c: null }],
    ['{ several }', {}],
    ['{ several(list: 1, kind: LARGE) }', {}],
    ['{ several(list: [1, 2], input: { from: 1 }, kind: SMALL) }', {}],
    ['query ($b: Int, $k: Kind) { several(list: [1, $b], kind: $k, input: null) }', { b: 2, k: 'LARGE' }],
    ['query ($k: Kind, $l: [Int]) { several(list: $l, kind: $k) }', { l: 5 }],
  ] as const) {
    it(`are alike: ${query} ${JSON.stringify(values)}`, async () => {
      const shop = shopThatTells([]);
      const expected = plain(await shop.runMerged(query, { variables: values }));
      expect(plain(await shop.run(query, { variables: values }))).to.deep.equal(expected);
    });
  }

  it('are the defaults that the extension has, also of a scalar that is written otherwise than it is read', async () => {
    const week = new GraphQLScalarType({ name: 'Week', parseValue: (value) => `read ${value}`, serialize: String });
    const tell = (_root: unknown, args: unknown): string => JSON.stringify(args);
    const weeks =
      'scalar Week input Span { week: Week = "a" } type Query { one(week: Week = "b", span: Span = {}): String }';
    const extensions = { one: { sdl: weeks, resolvers: { Week: week, Query: { one: tell } } } };
    await stitchedShop(extensions).same('{ one }');
  });

  it('are objects of the request’s own', async () => {
    const seen: Record<string, unknown>[] = [];
    const shop = shopThatTells(seen);
    const document = parse('{ several(day: "monday", list: [1], input: { from: 1 }) }');
    for (const _round of [1, 2]) await shop.run(document);
    const [first, second] = seen;
    expect(first).to.deep.equal(second);
    for (const name of ['day', 'list', 'input']) expect(first?.[name]).not.to.equal(second?.[name]);
  });
});
