import { expect } from 'chai';
import { buildSchema, execute, introspectionFromSchema, parse, validate } from 'graphql';
import { compareSchemas } from '../../src/export/verify/compare-schemas.ts';
import { KnownValues } from '../../src/export/verify/known-values.ts';
import { type ReplayedOperation, writeOperation } from '../../src/export/verify/operation-writer.ts';
import {
  withoutBareFragments,
  withoutConditions,
  withoutFragments,
} from '../../src/export/verify/plainer-operation.ts';
import { drawFrom } from '../../src/values/index.ts';

const schema = buildSchema(`
  interface Named { name: String }
  type Thing implements Named { id: ID! name: String kind: Kind next: Thing found(filter: Filter): [Found!] }
  type Part implements Named { name: String of: Thing }
  union Found = Thing | Part
  enum Kind { TOOL TOY }
  input Filter { kinds: [Kind!] text: String ids: [ID!] inner: Filter least: Int! = 1 share: Float done: Boolean }
  scalar Params
  type Query { thing(id: ID!): Thing named(params: Params): Named search(filter: Filter!): [Found] }
`);

function operations(count: number, seed: number): readonly ReplayedOperation[] {
  const draw = drawFrom(seed);
  const known = new KnownValues(['routeName']);
  known.learn({ thing: { id: 't1', productId: 'p-9', name: 'A long name' } });
  return Array.from({ length: count }, (_, index) => ({
    name: String(index),
    ...writeOperation(schema, draw, known),
  }));
}

describe('generated operations', () => {
  it('are the same for a seed, and others for another', () => {
    expect(operations(50, 1)).to.deep.equal(operations(50, 1));
    expect(operations(50, 1)).not.to.deep.equal(operations(50, 2));
  });

  it('are valid but for a few, with values that fit their variables', () => {
    const all = operations(500, 3);
    const invalid = all.filter(({ query }) => validate(schema, parse(query)).length > 0);
    expect(invalid.length).to.be.below(25);
    for (const { query, variables } of all.filter((each) => !invalid.includes(each))) {
      const result = execute({ schema, document: parse(query), variableValues: variables });
      expect(result, query).not.to.have.property('errors');
    }
  });

  it('have everything that operations have', () => {
    const text = operations(500, 4)
      .map(({ query, variables }) => query + JSON.stringify(variables))
      .join('\n');
    for (const part of [
      '@include',
      '@skip',
      '...F0',
      '... on Part',
      ': thing(',
      '"t1"',
      '"no-such-id"',
      '$v1: Filter!',
    ])
      expect(text).to.include(part);
    expect(text).to.match(/kinds: \[TOOL/);
    expect(text).to.match(/"kinds":\["TOY"/);
    expect(text).to.match(/params: \{ id: "t1", productId: "p-9" \}/);
  });
});

/** Line breaks of graphql-js say nothing. */
function plain(operation: ReplayedOperation | undefined): string | undefined {
  return operation?.query.replaceAll(/\s+/g, ' ');
}

describe('the same operation in plainer words', () => {
  const variables = { yes: true, no: false, id: 't1' };
  const written = (query: string) => ({ name: 'x', query, variables });

  it('carries conditions out, and drops what is then unused', () => {
    const operation = withoutConditions(
      written(`query ($yes: Boolean!, $no: Boolean!, $id: ID!) {
        thing(id: "1") { id @include(if: $no) name @include(if: $yes) next @skip(if: $no) { id } }
        other: thing(id: $id) @skip(if: $yes) { ...F }
        empty: thing(id: "2") { name @skip(if: true) }
      }
      fragment F on Thing { id }`),
    );
    expect(plain(operation)).to.equal(
      '{ thing(id: "1") { name next { id } } empty: thing(id: "2") { stoa_nothing_is_left: __typename } }',
    );
    expect(operation?.variables).to.deep.equal({});
    expect(withoutConditions(written('{ thing(id: "1") { id } }'))).to.equal(undefined);
  });

  it('writes fragments out, those in fragments too, with their directives', () => {
    const operation = withoutFragments(
      written(`query ($yes: Boolean!) { thing(id: "1") { ...A @include(if: $yes) } }
        fragment A on Thing { name ...B }
        fragment B on Named { name }`),
    );
    expect(plain(operation)).to.equal(
      'query ($yes: Boolean!) { thing(id: "1") { ... on Thing @include(if: $yes) { name ... on Named { name } } } }',
    );
    expect(operation?.variables).to.deep.equal({ yes: true });
    expect(withoutFragments(written('{ thing(id: "1") { ... on Thing { id } } }'))).to.equal(undefined);
  });

  it('takes `__typename` out of a fragment that has nothing else', () => {
    const operation = withoutBareFragments(
      written('{ thing(id: "1") { ... on Thing { ... on Named { __typename } } } }'),
    );
    expect(plain(operation)).to.equal('{ thing(id: "1") { __typename } }');
    expect(withoutBareFragments(written('{ thing(id: "1") { ... on Thing { id } } }'))).to.equal(undefined);
  });
});

describe('comparing what introspection shows', () => {
  const ours = buildSchema('"A thing." type Thing { id(first: Int = 2): ID } type Query { thing: Thing }');
  const shownBy = (sdl: string) => compareSchemas(ours, introspectionFromSchema(buildSchema(sdl)));
  const nothing = { ours: [], theirs: [], directives: [], subscriptions: [] };

  it('asks for no order', () => {
    expect(shownBy('type Query { thing: Thing } "A thing." type Thing { id(first: Int = 2): ID }')).to.deep.equal(
      nothing,
    );
  });

  it('finds descriptions, defaults and types', () => {
    const { ours: own, theirs } = shownBy('type Query { thing: Thing } type Thing { id(first: Int = 3): ID! }');
    expect(own).to.deep.equal(['Thing: """A thing."""', 'Thing: id(first: Int = 2): ID']);
    expect(theirs).to.deep.equal(['Thing: id(first: Int = 3): ID!']);
  });

  for (const [what, others] of [
    ['', ''],
    [', next to those of extensions', 'buy: Thing'],
  ] as const)
    it(`leaves out the mutation of settings${what}`, () => {
      const rest = 'type Query { thing: Thing } type Thing { id: ID }';
      const shop = buildSchema(`"Values." scalar SettingValues ${rest}
        type Mutation { "Sets." changeSettings(extension: String, values: SettingValues!): SettingValues! ${others} }`);
      const engine = buildSchema(`${rest} ${others && `type Mutation { ${others} }`}`);
      expect(compareSchemas(shop, introspectionFromSchema(engine))).to.deep.equal(nothing);
    });

  it('names subscriptions, which Stoa does not have', () => {
    const sdl =
      'type Subscription { sold: Thing } "A thing." type Thing { id(first: Int = 2): ID } type Query { thing: Thing }';
    expect(shownBy(sdl)).to.deep.equal({
      ...nothing,
      subscriptions: ['Subscription: type Subscription {', 'Subscription: sold: Thing', 'Subscription: }'],
    });
  });

  it('names directives of the supergraph, and a scalar that only they take', () => {
    const sdl = `directive @scopes(of: [Scope!]) on OBJECT scalar Scope
      "A thing." type Thing { id(first: Int = 2): ID } type Query { thing: Thing }`;
    expect(shownBy(sdl)).to.deep.equal({
      ...nothing,
      directives: ['Scope: scalar Scope', 'directive @scopes(of: [Scope!]) on OBJECT'],
    });
    expect(shownBy(sdl.replace('thing: Thing', 'thing(of: Scope): Thing')).theirs).to.include('Scope: scalar Scope');
  });
});
