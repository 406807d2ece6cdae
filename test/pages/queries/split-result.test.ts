import { expect } from 'chai';
import { buildSchema, type ExecutionResult, GraphQLError, parse, print } from 'graphql';
import type { ComponentData, ContextValues } from '../../../src/pages/components/page-operation.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { comparable, componentOf, operationOf, printed, runAlone, runAloneMerged, runPage } from './shop-page.ts';

/** The places that fail. */
let faults: readonly string[] = [];

const shop = stitchedShop(
  sampleExtensions((place) => {
    if (faults.includes(place)) throw new GraphQLError(`thrown at ${place}`);
    return undefined;
  }),
);
const { schema } = shop.gateway;

interface Case {
  /** By component: the query as the component has it, and as one would write it alone for this request. */
  readonly queries: Readonly<Record<string, readonly [query: string, alone: string]>>;
  readonly faults?: readonly string[];
  readonly values?: ContextValues;
  readonly leftOut?: readonly string[];
}

function same(query: string): readonly [string, string] {
  return [query, query];
}

const cases: Readonly<Record<string, Case>> = {
  'each gets exactly what it asked for, under its own aliases': {
    queries: {
      A: [
        '{ p: product(id: getContextValue("productId")) { title: name } }',
        '{ p: product(id: "1") { title: name } }',
      ],
      B: [
        '{ product(id: getContextValue("productId")) { name: sku title: price } }',
        '{ product(id: "1") { name: sku title: price } }',
      ],
      C: same('{ product(id: "2") { name } p: brand { products { sku } } }'),
    },
    values: { productId: '1' },
  },
  'a non-null list that fails takes out those who asked for it': {
    queries: {
      Price: same('{ product(id: "1") { price } }'),
      Reviews: same('{ product(id: "1") { name reviews { id } } }'),
      Other: same('{ product(id: "2") { reviews { id } } }'),
    },
    faults: ['Product.reviews 1'],
    leftOut: ['Reviews'],
  },
  'a non-null field deep in a list takes out those who asked for it': {
    queries: {
      Ids: same('{ product(id: "1") { reviews { id } } }'),
      Ratings: same('{ product(id: "1") { reviews { rating } } }'),
      Best: same('{ product(id: "1") { sku best { rating } } }'),
    },
    faults: ['Review.rating 1a'],
    leftOut: ['Ratings'],
  },
  'a nullable field that fails is null': {
    queries: { A: same('{ product(id: "1") { name extension { count } } }'), B: same('{ products { since } }') },
    faults: ['Product.extension 1', 'Product.since 2'],
  },
  'an item of a nullable list is null, the others stay': {
    queries: { A: same('{ products { similar { name } } }'), B: same('{ products { similar { sku } } }') },
    faults: ['Product.name 2'],
    leftOut: [],
  },
  'a root that fails takes its components out, not those of other roots': {
    queries: {
      Brand: same('{ brand { name } }'),
      Both: same('{ product(id: "2") { name } brand { name } }'),
      Product: same('{ product(id: "2") { name } }'),
    },
    faults: ['Query.brand'],
    leftOut: ['Brand', 'Both'],
  },
  'a non-null root that fails takes out its components only': {
    queries: { List: same('{ products { name } }'), Brand: same('{ brand { name } }') },
    faults: ['Query.products'],
    leftOut: ['List'],
  },
  'a root that is null without an error is a prop': {
    queries: { Product: same('{ product(id: "99") { name } }') },
    leftOut: [],
  },
  'types of a union and an interface get their own fields': {
    queries: {
      A: same('{ search { ... on Product { sku name } ... on Brand { sku: name } } }'),
      B: same(
        '{ search { __typename ... on Brand { products { name } } } named { name ... on Product { name price } } }',
      ),
      C: same('{ named { kind: __typename } }'),
    },
  },
  'nested and repeated fragments of one name': {
    queries: {
      A: same(
        '{ product(id: "1") { ...F ...G ...F } } fragment F on Product { name best { ...R } } fragment G on Product { best { rating } } fragment R on Review { id }',
      ),
      B: same('{ product(id: "1") { ...F } } fragment F on Product { best { author } }'),
    },
  },
  'conditions of a request that hold': {
    queries: {
      A: [
        '{ product(id: "1") { name sku @include(if: getContextValue("yes")) price @skip(if: getContextValue("yes")) } }',
        '{ product(id: "1") { name sku } }',
      ],
      B: same('{ product(id: "1") { price } }'),
    },
    values: { yes: 'true' },
  },
  'conditions of a request that do not hold': {
    queries: {
      A: [
        '{ product(id: "1") @include(if: getContextValue("yes")) { name } product(id: "1") { sku best { id ... @include(if: getContextValue("yes")) { rating } } } }',
        '{ product(id: "1") { sku best { id } } }',
      ],
      B: [
        '{ brand @include(if: getContextValue("yes")) { name } ...F @skip(if: getContextValue("yes")) } fragment F on Query { top { id } }',
        '{ top { id } }',
      ],
      C: same('{ product(id: "1") { name } brand { name } }'),
    },
    values: { yes: 'false' },
  },
  'a field that is asked for on two conditions': {
    queries: {
      A: [
        '{ product(id: "1") { name @include(if: getContextValue("yes")) name @skip(if: getContextValue("yes")) } }',
        '{ product(id: "1") { name } }',
      ],
    },
    values: { yes: 'true' },
  },
  'conditions that leave nothing of an object': {
    queries: {
      A: [
        'query ($no: Boolean = false) { brand { name @include(if: $no) } }',
        '{ brand { name @include(if: false) } }',
      ],
    },
  },
  'own variables of one name with other defaults': {
    queries: {
      A: same('query ($n: Int = 1) { products(first: $n) { name } }'),
      B: same('query ($n: Int = 2) { products(first: $n) { name } }'),
    },
  },
  'a context value that is absent leaves the default': {
    queries: {
      A: [
        '{ products(first: getContextValue("page")) { reviews(first: getContextValue("page")) { id } } }',
        '{ products { reviews { id } } }',
      ],
    },
    values: { page: 'abc' },
  },
  'a context value in the parameters of an address': {
    queries: {
      A: [
        '{ url(routeId: "r", params: { productId: getContextValue("productId") }) }',
        '{ url(routeId: "r", params: { productId: "1" }) }',
      ],
    },
    values: { productId: '1' },
  },
};

describe('what components get of a page', () => {
  afterEach(() => {
    faults = [];
  });

  for (const [situation, { queries, values = {}, leftOut, ...given }] of Object.entries(cases)) {
    it(`is what they get alone: ${situation}`, async () => {
      faults = given.faults ?? [];
      const components = Object.entries(queries).map(([name, [query]]) => componentOf(name, query));
      const page = await runPage(shop, components, values);
      for (const [name, [, alone]] of Object.entries(queries)) {
        expect(comparable(page[name]), name).to.deep.equal(comparable(await runAlone(shop, alone)));
        expect(comparable(page[name]), name).to.deep.equal(comparable(await runAloneMerged(shop, alone)));
      }
      const lost = Object.entries(page).flatMap(([name, { kind }]) => (kind === 'left-out' ? [name] : []));
      if (leftOut !== undefined) expect(lost).to.deep.equal(leftOut);
    });
  }
});

describe('split', () => {
  function split(query: string, result: ExecutionResult): ComponentData | undefined {
    const component = componentOf('A', query);
    return operationOf(schema, [component, componentOf('B', undefined)])
      .split({}, result)
      .get(component);
  }

  it('gives a component without a query no props, whatever happened', () => {
    const [without, broken] = [componentOf('Without', undefined), componentOf('A', '{ brand { name } }')];
    const answer = operationOf(schema, [without, broken]).split({}, { errors: [new GraphQLError('too late')] });
    expect(answer.get(without)).to.deep.equal({ kind: 'props', props: {} });
    expect(answer.get(broken)).to.deep.equal({ kind: 'left-out', reason: 'too late' });
  });

  it('says which null is in the way, and which error came before', () => {
    const errors = [
      new GraphQLError('no database', { path: ['product', 'reviews'] }),
      new GraphQLError('second', { path: ['product'] }),
    ];
    expect(
      split('{ product(id: "1") { reviews { id } } }', { data: { product: { reviews: null } }, errors }),
    ).to.deep.equal({
      kind: 'left-out',
      reason: 'Product.reviews is null, and not a [Review!]! (product.reviews: no database)',
    });
  });

  it('finds a null in a non-null place that no error speaks of', () => {
    expect(split('{ product(id: "1") { name } }', { data: { product: { name: null } } })).to.deep.equal({
      kind: 'left-out',
      reason: 'Product.name is null, and not a String!',
    });
  });

  it('says which null came first', () => {
    expect(
      split('{ product(id: "1") { reviews { id } } }', { data: { product: { reviews: [{ id: null }] } } }),
    ).to.deep.equal({
      kind: 'left-out',
      reason: 'Review.id is null, and not a ID!',
    });
  });

  it('joins what an interface and its type say of one field', () => {
    const library = buildSchema(`
      interface Node { next: Node id: ID } type Query { node: Node }
      type Book implements Node { next: Book id: ID title: String! } type Shelf implements Node { next: Node id: ID }
    `);
    const component = componentOf('A', '{ node { next { id } ... on Book { next { title } } } }');
    const operation = operationOf(library, [component]);
    expect(printed(operation)).to.equal(
      print(parse('{ node { __typename next { __typename id } ... on Book { next { title } } } }')),
    );
    const propsOf = (node: object): unknown => {
      const data = operation.split({}, { data: { node } }).get(component);
      return data?.kind === 'props' ? data.props : data;
    };
    const book = { __typename: 'Book', next: { __typename: 'Book', id: '2', title: 'Two' } };
    expect(propsOf(book)).to.deep.equal({ node: { next: { id: '2', title: 'Two' } } });
    const shelf = { __typename: 'Shelf', next: { __typename: 'Book', id: '2' } };
    expect(propsOf(shelf)).to.deep.equal({ node: { next: { id: '2' } } });
    const untitled = { __typename: 'Book', next: { __typename: 'Book', id: '2', title: null } };
    expect(propsOf(untitled)).to.deep.equal({ node: { next: null } });
  });

  it('takes an object of a type that the schema does not have for null', () => {
    expect(split('{ search { __typename } }', { data: { search: [{ __typename: 'Nobody' }] } })).to.deep.equal({
      kind: 'props',
      props: { search: [null] },
    });
  });

  it('makes an object of its own for each component', () => {
    const [a, b] = [componentOf('A', '{ brand { name } }'), componentOf('B', '{ brand { name } }')];
    const answer = operationOf(schema, [a, b]).split({}, { data: { brand: { name: 'Stoa' } } });
    const [forA, forB] = [answer.get(a), answer.get(b)];
    expect(forA).to.deep.equal(forB);
    expect(forA?.kind === 'props' && forA.props.brand).to.not.equal(forB?.kind === 'props' && forB.props.brand);
  });
});

describe('isNull', () => {
  const operation = operationOf(schema, [
    componentOf('A', '{ featured: product(id: "9") { name } }'),
    componentOf('B', '{ product(id: getContextValue("productId")) { name } brand { name } }'),
  ]);

  it('is true when the field that the page is about is null without an error', () => {
    expect(operation.isNull('product', { data: { product: { name: 'x' }, product_1: null } })).to.equal(true);
  });

  it('is false when it is another one that is null', () => {
    expect(operation.isNull('product', { data: { product: null, product_1: { name: 'x' } } })).to.equal(false);
  });

  it('is false when it is null because of an error', () => {
    const errors = [new GraphQLError('no database', { path: ['product_1'] })];
    expect(operation.isNull('product', { data: { product: null, product_1: null }, errors })).to.equal(false);
  });

  it('is false when the whole operation failed', () => {
    expect(operation.isNull('product', { data: null })).to.equal(false);
  });

  it('looks at a field without context values too', () => {
    expect(operation.isNull('brand', { data: { brand: null } })).to.equal(true);
  });
});
