import { expect } from 'chai';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { PageComponent } from '../../../src/pages/components/page-component.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { testManifest } from '../../support/test-manifests.ts';
import { componentOf, operationOf } from './shop-page.ts';

const { schema } = stitchedShop(sampleExtensions()).gateway;
const subjectText = 'query { product(id: getContextValue("productId")) { productId name } }';
const at = (...path: (string | number)[]) => new GraphQLError('away', { path });

/** Whether a page with these queries is lost by this result. */
function isLost(
  queries: readonly string[],
  result: ExecutionResult,
  { subject, group = 'productPage' }: { readonly subject?: string; readonly group?: string } = {},
): boolean {
  const components = queries.map((query, index) => ({ ...componentOf(`C${index}`, query), group }));
  const operation = operationOf(schema, components);
  const values = { productId: '1' };
  return operation.isLost({ subject, values, result, data: operation.split(values, result) });
}

describe('a page whose subject is its product', () => {
  const lost = (result: ExecutionResult, queries = [subjectText]) => isLost(queries, result, { subject: 'product' });

  it('is lost when that is null with an error', () => {
    expect(lost({ data: { product: null }, errors: [at('product')] })).to.equal(true);
  });
  it('is lost when nothing ran', () => {
    expect(lost({ errors: [new GraphQLError('too late')] })).to.equal(true);
  });
  it('is lost when errors left nothing in it', () => {
    expect(
      lost({
        data: { product: { productId: null, name: null } },
        errors: [at('product', 'productId'), at('product', 'name')],
      }),
    ).to.equal(true);
  });
  it('is lost when no component can show it', () => {
    expect(lost({ data: { product: { productId: '1', name: null } }, errors: [at('product', 'name')] })).to.equal(true);
  });
  it('is lost although another component has its data', () => {
    const other = '{ brand { name } }';
    const data = { product: null, brand: { name: 'a' } };
    expect(lost({ data, errors: [at('product')] }, [subjectText, other])).to.equal(true);
  });
  it('is there when another component shows it', () => {
    const other = 'query { product(id: getContextValue("productId")) { productId } }';
    const result = { data: { product: { productId: '1', name: null } }, errors: [at('product', 'name')] };
    expect(lost(result, [subjectText, other])).to.equal(false);
  });
  it('is lost in an outage when only another extension has data of it', () => {
    const own = componentOf('Details', subjectText);
    const other = 'query { product(id: getContextValue("productId")) { productId } }';
    const withCode = (code: string) => ({
      data: { product: { productId: '1', name: null } },
      errors: [new GraphQLError('away', { path: ['product', 'name'], extensions: { code } })],
    });
    const lostWith = (extension: PageComponent['extension'], code = 'UNAVAILABLE') => {
      const result = withCode(code);
      const operation = operationOf(schema, [own, componentOf('Other', other, { extension })]);
      const values = { productId: '1' };
      return operation.isLost({ subject: 'product', values, result, data: operation.split(values, result) });
    };
    expect(lostWith(testManifest('reviews').id)).to.equal(true);
    expect(lostWith(testManifest('reviews').id, 'EXTENSION_TIMEOUT')).to.equal(true);
    expect(lostWith(testManifest('reviews').id, 'INTERNAL_SERVER_ERROR')).to.equal(false);
    expect(lostWith(own.extension)).to.equal(false);
  });
  it('is lost when only components in the items of its lost list have their data', () => {
    const list = { ...componentOf('List', '{ products { name } }'), areas: ['card'] };
    const card = componentOf('Card', 'fragment Card on Product { productId }', {
      group: 'all',
      layout: { areaId: 'card', sortOrder: 1 },
    });
    const operation = operationOf(schema, [list, card]);
    expect(operation.items).to.have.length(1);
    const lostBy = (name: string | null, errors: readonly GraphQLError[]) => {
      const result = { data: { products: [{ productId: '1', name }] }, errors };
      return operation.isLost({ subject: 'products', values: {}, result, data: operation.split({}, result) });
    };
    expect(lostBy(null, [at('products', 0, 'name')])).to.equal(true);
    expect(lostBy('rope', [at('elsewhere')])).to.equal(false);
  });
  it('is not lost when it is null without an error', () => {
    const other = '{ brand { name } }';
    const data = { product: null, brand: null };
    expect(lost({ data, errors: [at('brand')] }, [subjectText, other])).to.equal(false);
  });
});

describe('a page without a subject', () => {
  const queries = ['{ products { name } }', '{ brand { name } }', '{ home: url(routeId: "home") }'];
  const errors = [at('products'), at('brand')];

  it('is lost when all that extensions give is lost', () => {
    expect(isLost(queries, { data: { products: null, brand: null, home: '/' }, errors })).to.equal(true);
  });
  it('is there when one component has its data', () => {
    expect(isLost(queries, { data: { products: [], brand: null, home: '/' }, errors: [at('brand')] })).to.equal(false);
  });
  it('is there when a component has a null without an error', () => {
    expect(isLost(queries, { data: { products: null, brand: null }, errors: [at('products')] })).to.equal(false);
  });
  it('is there when only components of every page have lost theirs', () => {
    expect(isLost(queries, { data: { products: null, brand: null }, errors }, { group: 'all' })).to.equal(false);
  });
  it('is there when it has only what the gateway itself gives', () => {
    expect(isLost(['{ home: url(routeId: "home") }'], { data: { home: null }, errors: [at('home')] })).to.equal(false);
  });
  it('is there when the components that lack a value were not asked', () => {
    const needs = '{ maybe(ids: [getContextValue("userId")]) { name } }';
    expect(isLost([needs], { data: {} })).to.equal(false);
  });
});
