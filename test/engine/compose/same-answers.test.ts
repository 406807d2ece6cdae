import { expect } from 'chai';
import {
  buildClientSchema,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printType,
} from 'graphql';
import { type Fault, sampleExtensions } from '../../support/sample-extensions.ts';
import { plain, type RunOptions, stitchedShop } from '../../support/stitched-shop.ts';

const shop = stitchedShop(sampleExtensions());

/** A shop in which one place fails in the way given. */
function faulty(place: string, fail: () => unknown): ReturnType<typeof stitchedShop> {
  const fault: Fault = (at) => (at === place ? fail() : undefined);
  return stitchedShop(sampleExtensions(fault));
}

const throws = (error: unknown) => (): never => {
  throw error;
};

/** Situation, then a query (and what goes with it) that must be answered as by one schema, without errors. */
const fine: Readonly<Record<string, string | readonly [string, RunOptions['variables']]>> = {
  'one product with the fields of three extensions':
    '{ product(id: "1") { productId name price extension { supplement { dosage benefits form } } reviews { id author rating } } }',
  'an unknown product': '{ product(id: "nobody") { name reviews { id } } }',
  'a list': '{ products { name extension { supplement { dosage } count } reviews { id rating } score label } }',
  'nulls in a list of entities': '{ maybe(ids: ["1", "x", "2"]) { name best { id } } }',
  'one entity twice in a list': '{ maybe(ids: ["2", "2"]) { name reviews { id } label } }',
  'the same field twice with other arguments':
    '{ product(id: "1") { a: description(upper: true) b: description one: reviews(first: 1) { id } two: reviews { id rating } x: label(prefix: "x") y: label } }',
  'the same root field twice':
    '{ a: product(id: "1") { name r: reviews { id } } b: product(id: "2") { name r: score } }',
  'an alias that is another field’s name':
    '{ product(id: "1") { name: sku productId: name sku: productId reviews { id: rating rating: id } } }',
  'merged fragments': '{ product(id: "1") { ...F reviews { author } } } fragment F on Product { reviews { id } name }',
  'nested named and inline fragments':
    '{ product(id: "1") { ... { ...A } ... on Product { best { ...R } } ... on Named { name } } } fragment A on Product { best { rating } extension { ...E } } fragment R on Review { id product { ...A2 } } fragment A2 on Product { name score } fragment E on ProductExtension { twin { name } }',
  '@skip and @include with variables': [
    'query ($yes: Boolean!, $no: Boolean = false) { product(id: "1") { name @skip(if: $yes) sku @include(if: $yes) reviews @include(if: $no) { id } best @skip(if: $no) { id rating @include(if: $yes) ... @skip(if: $yes) { author } } ...F @include(if: $no) } } fragment F on Product { price }',
    { yes: true },
  ],
  '__typename everywhere':
    '{ __typename t: __typename product(id: "1") { __typename name x: __typename reviews { __typename product { __typename ...F } } extension { __typename } } named { __typename } search { __typename } } fragment F on Product { __typename best { __typename } }',
  '__typename alone': '{ product(id: "1") { __typename } top { __typename product { __typename } } }',
  'variables in arguments and input objects': [
    'query ($id: ID = "2", $ids: [ID!], $style: Style, $bold: Boolean! = false, $word: String!) { product(id: $id) { name a: description(style: $style) b: description(style: { words: [$word, "w"], inner: { bold: $bold } }) } products(filter: { ids: $ids }) { name reviews { id } } }',
    { ids: '3', style: { words: 'one', inner: {} }, word: 'x' },
  ],
  'a variable that is left out': [
    'query ($upper: Boolean, $style: Style, $first: Int) { product(id: "1") { description(upper: $upper, style: $style) reviews(first: $first) { id } } }',
    {},
  ],
  'a whole filter as a variable': [
    'query ($filter: Filter) { products(filter: $filter) { name score } }',
    { filter: { form: 'POWDER' } },
  ],
  enums:
    '{ form a: form(form: CAPSULE) products(filter: { form: POWDER }) { form extension { supplement { form } } } }',
  'enum variables': ['query ($f: Form!, $g: Form = CAPSULE) { a: form(form: $f) b: form(form: $g) }', { f: 'POWDER' }],
  'custom scalars': [
    'query ($day: Day) { a: echo(day: $day) b: echo(day: "sunday") product(id: "1") { since } }',
    { day: 'friday' },
  ],
  'lists of lists': '{ products { grid g: grid(size: 5) } }',
  'one response key for two selections below a union':
    '{ search { ... on Brand { items: products { sku label(prefix: "b") reviews(first: 1) { id } } } ... on Product { items: similar { label(prefix: "p") reviews { rating } } } } }',
  'response keys that objects have by nature':
    '{ product(id: "1") { __proto__: name constructor: sku reviews { toString: id __proto__: product { hasOwnProperty: name valueOf: label } } } }',
  interfaces: '{ named { name ... on Product { reviews { id } sku } ... on Brand { products { name score } } } }',
  unions: '{ search { ... on Named { name } ... on Product { best { id } } ... on Brand { products { label } } } }',
  'a union of another extension’s entity':
    '{ top { about { ... on Product { name extension { count } } ... on Review { id } } } }',
  'entities three hops away':
    '{ product(id: "1") { extension { twin { name reviews { id product { name extension { supplement { dosage } } } } } } } }',
  'references below a non-null field': '{ review(id: "2z") { bySku { product { name label } } } }',
  'a required field of another extension':
    '{ products { label } review(id: "2z") { product { label extension { twin { label } } } } }',
  'a list of an extension without an entity of its own': '{ top { id product { name } } }',
  'introspection beside data': '{ __type(name: "Review") { name fields { name } } product(id: "1") { name } }',
  'two operations': 'query A { form } query B { product(id: "1") { score } }',
  'the url field': [
    'query ($id: ID!) { url(routeId: "product", params: { id: $id, list: [1, $id] }) a: url(routeId: "home") }',
    { id: '4' },
  ],
};

describe('answers of the stitched gateway compared with one merged schema', () => {
  for (const [situation, asked] of Object.entries(fine)) {
    it(`are the same for ${situation}`, async () => {
      const [query, variables = {}] = typeof asked === 'string' ? [asked] : asked;
      const options = situation === 'two operations' ? { variables, operationName: 'B' } : { variables };
      const result = await shop.same(query, options);
      expect(result.errors).to.equal(undefined);
    });
  }

  it('are those of the same schema', async () => {
    const print = (schema: GraphQLSchema): readonly string[] =>
      Object.values(lexicographicSortSchema(schema).getTypeMap())
        .filter(({ name }) => !/^(federation__|link__|cost__|__)/.test(name))
        .map((type) => printType(type));
    const introspected = await shop.run(getIntrospectionQuery());
    expect(print(buildClientSchema(introspectionOf(introspected)))).to.deep.equal(print(shop.oneSchema()));
    expect(print(shop.gateway.schema)).to.deep.equal(print(shop.oneSchema()));
  });

  context('when two mutations touch one entity in one request', () => {
    it('gives each its own time’s answer', async () => {
      const query =
        'mutation { a: rename(id: "1", name: "A") { name best { product { name } } } b: rename(id: "1", name: "B") { name best { product { name label } } } c: rate(id: "1a", rating: 2) { product { name } } restore }';
      const [actual, expected] = [await shop.run(query), await shop.runMerged(query)];
      expect(JSON.parse(JSON.stringify(actual))).to.deep.equal(JSON.parse(JSON.stringify(expected)));
      expect(actual).to.have.nested.property('data.b.best.product.name', 'B');
    });

    it('stops where one fails in a non-null field', async () => {
      const result = await shop.same(
        'mutation { a: rename(id: "1", name: "A") { name } b: rename(id: "x", name: "B") { name } restore }',
      );
      expect(result.errors?.[0]?.extensions).to.deep.equal({ code: 'NOT_FOUND', extension: 'catalog' });
    });
  });
});

/** Situation, then: where it fails, how, and the query. */
const failing: Readonly<Record<string, readonly [string, () => unknown, string]>> = {
  'an error in a nullable field': [
    'Product.extension 1',
    throws(new GraphQLError('no')),
    '{ product(id: "1") { name extension { count } reviews { id } } }',
  ],
  'an error in a non-null field': [
    'Product.reviews 1',
    throws(new GraphQLError('no')),
    '{ product(id: "1") { name extension { count } reviews { id } } form }',
  ],
  'a rejected promise': [
    'Product.best 2',
    () => Promise.reject(new GraphQLError('no')),
    '{ products { name best { id } } }',
  ],
  'a plain Error': ['Product.score 2', throws(new Error('secret')), '{ maybe(ids: ["1", "2"]) { name score } }'],
  'a thrown string': ['Product.best 1', throws('text'), '{ product(id: "1") { best { id } } }'],
  'a thrown null': ['Product.best 1', throws(null), '{ product(id: "1") { best { id } } }'],
  'a thrown undefined': ['Product.best 1', throws(undefined), '{ product(id: "1") { best { id } } }'],
  'a thrown object': ['Product.best 1', throws({ message: 'like an error' }), '{ product(id: "1") { best { id } } }'],
  'a rejected undefined': ['Product.best 1', () => Promise.reject(undefined), '{ product(id: "1") { best { id } } }'],
  'a rejected string in a batch': [
    'Product.reviews 2',
    () => Promise.reject('text'),
    '{ maybe(ids: ["1", "2"]) { reviews { id } } }',
  ],
  'a wrong leaf deep in a list': ['Review.rating 2b', () => 'good', '{ products { name reviews { id rating } } }'],
  'a wrong leaf deep in nullable lists': [
    'Review.rating 2b',
    () => 'good',
    '{ maybe(ids: ["1", "2", "3"]) { name reviews { id rating } } }',
  ],
  'a null inside a list of non-null items': [
    'Product.reviews 1',
    () => [{ id: 'x', rating: 1 }, null],
    '{ product(id: "1") { name reviews { id } } }',
  ],
  'a null for a non-null list': ['Product.reviews 1', () => null, '{ product(id: "1") { name reviews { id } } }'],
  'an Error among the values of a list': [
    'Query.top',
    () => [{ id: '1a', rating: 1, of: '1' }, new GraphQLError('this one'), null],
    '{ top { id product { name } } }',
  ],
  'an Error among non-null items': [
    'Product.reviews 1',
    () => [{ id: 'x', rating: 1 }, new GraphQLError('this one')],
    '{ maybe(ids: ["1"]) { name reviews { id } } }',
  ],
  'a value where a list should be': ['Product.reviews 1', () => 5, '{ product(id: "1") { reviews { id } } }'],
  'an object where a string should be': ['Review.author 1a', () => ({}), '{ product(id: "1") { reviews { author } } }'],
  'the third row of a list': [
    'Product.reviews 3',
    throws(new GraphQLError('no')),
    '{ maybe(ids: ["1", "2", "3", "4"]) { name reviews { id } best { id } } }',
  ],
  'an error three hops away': [
    'Product.name 4',
    throws(new GraphQLError('no')),
    '{ product(id: "1") { extension { twin { name reviews { id } } } reviews { id } } }',
  ],
  'an error below an alias': [
    'Review.rating 1b',
    throws(new GraphQLError('no')),
    '{ x: product(id: "1") { y: reviews { z: rating } w: best { rating } } }',
  ],
  'an error that two aliases share': [
    'Product.best 1',
    throws(new GraphQLError('no')),
    '{ product(id: "1") { a: best { id } b: best { rating } } }',
  ],
  'an error in a list of lists': ['Product.grid 1', () => [[1, 'x'], [2]], '{ product(id: "1") { grid } }'],
  'an unknown enum value': ['Product.form 1', () => 99, '{ product(id: "1") { name form } }'],
  'a root field that throws': ['Query.products', throws(new GraphQLError('no')), '{ form products { name } }'],
  'an error in a mutation': [
    'Mutation.rate',
    throws(new GraphQLError('no')),
    'mutation { restore rate(id: "1", rating: 1) { id } }',
  ],
  'a union of no known type': ['Query.search', () => [{ name: 'x' }, 5], '{ search { __typename } }'],
  'an error in a required field’s dependent': [
    'Product.label 2',
    throws(new GraphQLError('no')),
    '{ maybe(ids: ["1", "2"]) { label } }',
  ],
};

describe('errors of the stitched gateway compared with one merged schema', () => {
  for (const [situation, [place, fail, query]] of Object.entries(failing)) {
    it(`are the same for ${situation}`, async () => {
      const result = await faulty(place, fail).same(query);
      expect(result.errors).to.not.equal(undefined);
    });
  }

  it('are the same for a reference that leads nowhere in a non-null place', async () => {
    const gone = faulty('ProductExtension.twin 3', () => ({ productId: 'gone' }));
    const result = await gone.same('{ product(id: "3") { extension { twin { sku } } } }');
    expect(result.errors?.[0]?.path).to.deep.equal(['product', 'extension', 'twin', 'sku']);
  });

  it('are none for a reference that leads nowhere in a nullable place', async () => {
    const gone = faulty('ProductExtension.twin 3', () => ({ productId: 'gone' }));
    const result = await gone.run('{ product(id: "3") { extension { twin { form reviews { id } } } } }');
    const twin = { form: null, reviews: [{ id: 'gonea' }, { id: 'goneb' }] };
    expect(plain(result)).to.deep.equal({ data: { product: { extension: { twin } } }, errors: [] });
  });

  for (const [query, variables] of [
    ['query ($id: ID!) { product(id: $id) { name } }', {}],
    ['query ($day: Day) { echo(day: $day) }', { day: 'never' }],
    ['query ($form: Form) { form(form: $form) }', { form: 'PILL' }],
    ['query ($style: Style) { product(id: "1") { description(style: $style) } }', { style: { words: [1] } }],
  ] as const) {
    it(`are the same for the variables ${JSON.stringify(variables)}`, async () => {
      const result = await shop.same(query, { variables });
      expect(result).to.not.have.property('data');
      expect(result.errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
    });
  }
});

function introspectionOf({ data }: ExecutionResult): IntrospectionQuery {
  return JSON.parse(JSON.stringify(data));
}
