import { expect } from 'chai';
import { buildSchema, Kind, parse } from 'graphql';
import { type ExtensionId, isExtensionId } from '#base';
import { fieldCosts } from '../../../src/gateway/graphql/documents/field-costs.ts';
import { type Amount, operationCost } from '../../../src/gateway/graphql/documents/operation-cost.ts';
import { refuseCost } from '../../../src/gateway/graphql/documents/prepare-operation.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @cost(weight: String!) on ARGUMENT_DEFINITION | FIELD_DEFINITION | OBJECT | SCALAR
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!]) on FIELD_DEFINITION
  type Query {
    thing: Thing
    things: [Thing!]!
    first(first: Int = 3): [Thing!]!
    page(first: Int = 20, last: Int): ThingConnection!
    assumed: [Thing!]! @listSize(assumedSize: 7)
    taken(take: Int): [Thing!]! @listSize(assumedSize: 4, slicingArguments: ["take"])
    pick(first: Int): Thing
    grid(first: Int): [[Thing]!]
    odd(count: Int): Odd @listSize(slicingArguments: ["count"], sizedFields: ["some"])
    dear: Thing @cost(weight: "50")
    searched(text: String @cost(weight: "2.5")): Thing
    dearLeaf: Int @cost(weight: "3")
    heavy: Heavy
    any: Any
  }
  type Thing { id: ID, name: String, thing: Thing, things: [Thing!]!, tags: [String!] }
  type ThingConnection { edges: [ThingEdge!]!, nodes: [Thing!]!, total: Int }
  type ThingEdge { node: Thing! }
  type Odd { some: [Thing!], others: [Thing!] }
  type Heavy @cost(weight: "9") { id: ID }
  union Any = Thing | Heavy
  type Mutation { change: Boolean, add: Thing }
`);
const parts = { schema, costs: fieldCosts(schema), listSize: 10 };

function amountOf(text: string, costs = parts): Amount {
  const document = parse(text);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operationCost(document, operation, costs);
}

/** A list that two extensions fill: the owner gives 2 items, the other as many as the argument says, each of weight 4. */
const fills = buildSchema(/* GraphQL */ `
  directive @cost(weight: String!) on FIELD_DEFINITION
  directive @listSize(assumedSize: Int, slicingArguments: [String!]) on FIELD_DEFINITION
  type Query {
    owners(take: Int): [Thing!]! @listSize(assumedSize: 2, slicingArguments: [])
    others(take: Int): [Thing!]! @listSize(slicingArguments: ["take"]) @cost(weight: "4")
    all(take: Int): [Thing!]!
  }
  type Thing { id: ID, things(first: Int): [Thing!]! }
`);

describe('the cost of an operation', () => {
  const cases: readonly (readonly [what: string, text: string, cost: number])[] = [
    ['nothing for leaves and what GraphQL adds', '{ __typename __schema { types { name } } }', 0],
    ['1 for each object', '{ thing { id name thing { id } } }', 2],
    ['graphql.limits.listSize for a list of unknown length', '{ things { id } }', 10],
    ['sizes that are multiplied', '{ things { things { id } } }', 10 * (1 + 10)],
    ['nothing for a list of leaves', '{ thing { tags } }', 1],
    ['what the argument says', '{ first(first: 5) { id } }', 5],
    ['the default of the argument', '{ first { id } }', 3],
    ['the list size when the argument is null', '{ first(first: null) { id } }', 10],
    ['the list size when the argument is below zero', '{ first(first: -1) { id } }', 10],
    ['nothing for no items', '{ first(first: 0) { things { id } } }', 0],
    ['what a connection says, for its edges', '{ page(first: 5) { total edges { node { id } } } }', 1 + 5 * 2],
    ['what a connection says, for its nodes', '{ page { nodes { things { id } } } }', 1 + 20 * (1 + 10)],
    [
      'what a connection says, through fragments',
      '{ page(first: 2) { ...P } } fragment P on ThingConnection { ... { nodes { id } } }',
      3,
    ],
    ['the list size for lists that no connection has', '{ pick(first: 0) { things { id } } }', 1 + 10],
    ['sizes of lists in lists, of which the argument says the first', '{ grid(first: 3) { id } }', 3 * 10],
    ['the larger of two sizes', '{ page(first: 2, last: 6) { nodes { id } } }', 1 + 6],
    ['@listSize with an assumed size', '{ assumed { id } }', 7],
    ['@listSize with an argument of its own', '{ taken(take: 2) { id } }', 2],
    ['@listSize whose argument is not given', '{ taken { id } }', 4],
    ['@listSize with sized fields, and no others', '{ odd(count: 2) { some { id } others { id } } }', 1 + 2 + 10],
    ['@cost on a field', '{ dear { thing { id } } }', 51],
    ['@cost on a leaf', '{ dearLeaf }', 3],
    ['@cost on an argument, when it is given', '{ a: searched(text: "x") { id } b: searched { id } }', 2.5 + 1 + 1],
    ['@cost on a type', '{ heavy { id } }', 9],
    ['all types of an abstract one', '{ any { ... on Thing { thing { id } } ... on Heavy { id } } }', 1 + 1],
    ['10 for each mutation', 'mutation { a: change b: change add { id } }', 30],
    ['equal fields each time', '{ thing { id } thing { id } }', 2],
    [
      'a fragment wherever it is spread',
      '{ a: thing { ...T } b: thing { ...T } } fragment T on Thing { thing { id } }',
      4,
    ],
    ['skipped fields like the others', '{ thing @skip(if: true) { id } }', 1],
  ];
  for (const [what, text, cost] of cases) {
    it(`is ${what}`, () => {
      expect(amountOf(text)).to.equal(cost);
    });
  }

  context('when a variable is the size of a list', () => {
    const cost = (text: string, variables: Readonly<Record<string, unknown>>): number => {
      const amount = amountOf(text);
      if (typeof amount === 'number') throw new Error('is always the same');
      return amount(variables);
    };

    it('is made of the value of the request', () => {
      expect(cost('query ($n: Int) { page(first: $n) { nodes { things { id } } } thing { id } }', { n: 4 })).to.equal(
        1 + 4 * 11 + 1,
      );
    });

    it('is made of its default, else of that of the argument, else of the list size', () => {
      expect(cost('query ($n: Int = 6) { first(first: $n) { id } }', {})).to.equal(6);
      expect(cost('query ($n: Int) { first(first: $n) { id } }', {})).to.equal(3);
      expect(cost('query ($n: Int = 6) { first(first: $n) { id } }', { n: null })).to.equal(10);
      expect(cost('query ($n: Int) { page(last: $n) { nodes { id } } }', {})).to.equal(21);
    });

    it('takes what is no size for one that is not given', () => {
      for (const n of ['many', -1, {}, [], true, Number.NaN]) {
        expect(cost('query ($n: Int) { first(first: $n) { id } }', { n })).to.equal(10);
      }
      expect(cost('query ($n: Int) { first(first: $n) { id } }', JSON.parse('{"__proto__":{"n":9}}'))).to.equal(3);
    });
  });
});

describe('refuseCost', () => {
  it('lets the limit itself pass', () => {
    expect(refuseCost(10, 10)).to.equal(undefined);
  });

  it('says what the operation costs, and what it may', () => {
    expect(refuseCost(10.5, 10)).to.deep.equal({
      message: 'The operation costs 11; the limit is 10. Ask for fewer items, or in several requests.',
      extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', cost: 11, limit: 10 },
    });
  });

  it('refuses what is endless, and what is no number', () => {
    for (const cost of [Number.POSITIVE_INFINITY, Number.NaN])
      expect(refuseCost(cost, 10)?.extensions).to.include({ cost: Number.MAX_SAFE_INTEGER });
  });
});

describe('the cost of a list that several extensions fill', () => {
  const node = (name: string) => fills.getQueryType()?.getFields()[name]?.astNode;
  const written = new Map(
    (['owners', 'others'] as const).flatMap((name) => {
      const found = node(name);
      return found ? [[extensionId(name), found] as const] : [];
    }),
  );
  const all = { sources: [...written.keys()], requires: new Map(), provides: new Map(), parts: written };
  const query = {
    name: 'Query',
    owner: undefined,
    knownAs: new Map(),
    keys: new Map(),
    fields: new Map([['all', all]]),
  };
  const joined = { schema: fills, costs: fieldCosts(fills, new Map([['Query', query]])), listSize: 10 };

  it('is the sum of what each of them says', () => {
    expect(amountOf('{ all(take: 3) { id } }', joined)).to.equal(2 * 1 + 3 * 4);
    expect(amountOf('{ all(take: 3) { things(first: 5) { id } } }', joined)).to.equal(2 * (1 + 5) + 3 * (4 + 5));
    const byVariable = amountOf('query ($take: Int) { all(take: $take) { id } }', joined);
    expect(typeof byVariable === 'function' && byVariable({ take: 5 })).to.equal(2 + 5 * 4);
  });
});

function extensionId(name: string): ExtensionId {
  if (!isExtensionId(name)) throw new Error(`${name} is no name of an extension`);
  return name;
}
