import { expect } from 'chai';
import { buildSchema, parse, print } from 'graphql';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { componentOf, composePage, operationOf, printed } from './shop-page.ts';

const { schema } = stitchedShop(sampleExtensions()).gateway;
const values = { productId: '1' };

function merged(...queries: readonly string[]): string | undefined {
  const components = queries.map((query, index) => componentOf(`C${index}`, query));
  return printed(operationOf(schema, components), values);
}

function expectMerged(queries: readonly string[], expected: string): void {
  expect(merged(...queries)).to.equal(print(parse(expected)));
}

describe('merged queries', () => {
  it('fetch equal selections once', () => {
    expectMerged(
      [
        '{ product(id: getContextValue("productId")) { name price } }',
        '{ product(id: getContextValue("productId")) { price extension { count } } }',
        'query Q { product(id: getContextValue("productId")) { extension { count } } }',
      ],
      'query ($v_productId: ID!) { product(id: $v_productId) { name price extension { count } } }',
    );
  });

  it('take a field under another alias for the same field', () => {
    expectMerged(['{ brand { name } }', '{ b: brand { title: name } }'], '{ brand { name } }');
  });

  it('rename what clashes', () => {
    expectMerged(
      [
        '{ product(id: "1") { name } }',
        '{ product(id: "2") { name } }',
        '{ brand: product(id: "1") { similar: sku } }',
      ],
      '{ product(id: "1") { name sku } product_1: product(id: "2") { name } }',
    );
  });

  it('take arguments in another order for the same', () => {
    expectMerged(
      [
        '{ products(first: 2, filter: { ids: ["1"], form: POWDER }) { name } }',
        '{ products(filter: { form: POWDER, ids: ["1"] }, first: 2) { sku } }',
      ],
      '{ products(first: 2, filter: { ids: ["1"], form: POWDER }) { name sku } }',
    );
  });

  it('have fragments of one name in two components in their places', () => {
    expectMerged(
      [
        '{ brand { ...F } } fragment F on Brand { name }',
        '{ brand { ...F } } fragment F on Brand { ...G } fragment G on Brand { products { sku } }',
      ],
      '{ brand { name products { sku } } }',
    );
  });

  it('ask for the type where a type is abstract, once', () => {
    expectMerged(
      [
        '{ search { ... on Product { sku } } }',
        '{ search { ... on Brand { name } ... on Product { sku name } __typename } }',
      ],
      '{ search { __typename ... on Product { sku name } ... on Brand { name } } }',
    );
  });

  it('keep apart what types of one place have under one name in different shapes', () => {
    const shapes = buildSchema(`
      type A { x: Int same: String } type B { x: String same: String } union Either = A | B type Query { either: Either }
    `);
    const components = [
      componentOf('A', '{ either { ... on A { x same } } }'),
      componentOf('B', '{ either { ... on B { x same } } }'),
    ];
    const expected = '{ either { __typename ... on A { x same } ... on B { x_1: x same } } }';
    expect(printed(operationOf(shapes, components))).to.equal(print(parse(expected)));
  });

  it('put the defaults of own variables in their places, so that two components that mean the same say the same', () => {
    expectMerged(
      [
        'query ($n: Int = 3) { products(first: $n) { name } }',
        'query ($first: Int! = 3) { products(first: $first) { sku } }',
      ],
      '{ products(first: 3) { name sku } }',
    );
  });

  it('leave out arguments whose own variable has no default', () => {
    expectMerged(
      [
        'query ($n: Int, $form: Form, $id: ID! = "4") { products(first: $n, filter: { form: $form, ids: [$id] }) { name } }',
      ],
      '{ products(filter: { ids: ["4"] }) { name } }',
    );
  });

  it('decide conditions that never change', () => {
    expectMerged(
      [
        'query ($no: Boolean = false) { brand { name @include(if: $no) } product(id: "1") @skip(if: true) { name } ... @include(if: true) { top { id } } }',
      ],
      '{ brand { __typename } top { id } }',
    );
  });

  it('keep conditions that a request decides, next to what another component wants in any case', () => {
    const operation = operationOf(schema, [
      componentOf('A', '{ brand { name } top @include(if: getContextValue("yes")) { id } }'),
      componentOf('B', '{ top { rating } }'),
    ]);
    expect(printed(operation, { yes: 'true' })).to.equal(
      print(parse('query ($v_yes: Boolean!) { brand { name } top @include(if: $v_yes) { id } top { rating } }')),
    );
  });

  it('keep conditions of fragments that a request decides apart', () => {
    const query =
      '{ brand { ... @include(if: getContextValue("yes")) { name } ... on Brand @skip(if: getContextValue("yes")) { products { sku } } } }';
    expect(printed(operationOf(schema, [componentOf('A', query)]), { yes: 'true' })).to.equal(
      print(
        parse(`query ($v_yes: Boolean!) {
          brand { ... on Brand @include(if: $v_yes) { name } ... on Brand @skip(if: $v_yes) { products { sku } } }
        }`),
      ),
    );
  });

  it('have no fragment of which nothing is left', () => {
    expectMerged(
      ['{ search { ... on Product { name @skip(if: true) } ... on Brand { name } } }'],
      '{ search { __typename ... on Brand { name } } }',
    );
  });

  it('are the same for the same components', () => {
    const queries = ['{ search { ... on Product { x: form } ... on Brand { y: name } } }', '{ brand { name } }'];
    expect(merged(...queries)).to.equal(merged(...queries));
  });

  it('are one document, whatever the request', () => {
    const operation = operationOf(schema, [componentOf('A', '{ product(id: getContextValue("productId")) { name } }')]);
    expect(operation.prepare({ productId: '1' })?.document).to.equal(operation.prepare({ productId: '2' })?.document);
  });

  it('are none where no component has a query', () => {
    expect(composePage(schema, [componentOf('A', undefined)])).to.deep.equal({ operation: undefined, findings: [] });
  });

  it('come to an end with fragments that spread one another many times', () => {
    const fragments = Array.from({ length: 60 }, (_, index) =>
      index === 59
        ? `fragment F${index} on Brand { name }`
        : `fragment F${index} on Brand { ...F${index + 1} ...F${index + 1} }`,
    );
    expectMerged([`{ brand { ...F0 } } ${fragments.join(' ')}`], '{ brand { name } }');
  });
});
