import { expect } from 'chai';
import { buildSchema } from 'graphql';
import { composePageQueries } from '../../../src/pages/queries/compose-page-queries.ts';
import { contextValueNames } from '../../../src/pages/queries/context-values.ts';
import { createQueryValidation } from '../../../src/pages/queries/validate-query.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { componentOf, operationOf, printed } from './shop-page.ts';

const { schema } = stitchedShop(sampleExtensions()).gateway;

/** The variables of a query's operation for one request; undefined when nothing is asked. */
function variablesOf(query: string, values: Readonly<Record<string, string | null>>): unknown {
  return operationOf(schema, [componentOf('A', query)]).prepare(values)?.variables;
}

describe('contextValueNames', () => {
  const pages = {
    homepage: { path: '/', query: ['after'] },
    productPage: { path: '/products/:productId', query: ['after', 'userId'] },
  };

  it('has path parameters, query parameters, routeId and userId', () => {
    expect([...contextValueNames(pages, 'productPage')].toSorted()).to.deep.equal([
      ['after', { nullable: true, everywhere: true }],
      ['productId', { nullable: false, everywhere: false }],
      ['routeId', { nullable: false, everywhere: true }],
      ['userId', { nullable: true, everywhere: true }],
    ]);
  });

  it('refuses a group that does not exist', () => {
    expect(() => contextValueNames(pages, 'checkout')).to.throw('there is no page group "checkout"');
  });
});

describe('getContextValue', () => {
  const places: Readonly<Record<string, readonly [query: string, text: string, variables: object]>> = {
    'an ID': ['{ product(id: getContextValue("productId")) { name } }', '7', { v_productId: '7' }],
    'a String': ['{ search(text: getContextValue("productId")) { __typename } }', '7', { v_productId: '7' }],
    'an Int': ['{ products(first: getContextValue("productId")) { name } }', '-7', { v_productId: -7 }],
    'a Boolean': ['{ brand @skip(if: getContextValue("productId")) { name } }', 'false', { v_productId: false }],
    'an enum': ['{ form(form: getContextValue("productId")) }', 'POWDER', { v_productId: 'POWDER' }],
    'a custom scalar': ['{ echo(day: getContextValue("productId")) }', 'monday', { v_productId: 'monday' }],
    'a list': ['{ maybe(ids: getContextValue("productId")) { name } }', '7', { v_productId: ['7'] }],
    'a list that is written out': [
      '{ maybe(ids: ["1", getContextValue("productId")]) { name } }',
      '7',
      { v_productId: '7' },
    ],
    'an object': [
      '{ products(filter: { form: getContextValue("productId") }) { name } }',
      'POWDER',
      { v_productId: 'POWDER' },
    ],
    'the object of a scalar': [
      '{ url(routeId: "x", params: { a: [getContextValue("productId")] }) }',
      '7',
      { v_productId: '7' },
    ],
  };
  for (const [place, [query, text, variables]] of Object.entries(places)) {
    it(`becomes a variable of its place's type in ${place}`, () => {
      expect(variablesOf(query, { productId: text })).to.deep.equal(variables);
    });
  }

  const misfits: Readonly<Record<string, readonly [query: string, texts: readonly string[]]>> = {
    'an Int': [
      '{ products(first: getContextValue("page")) { name } }',
      ['abc', '', ' 1', '1.5', '2147483648', '0x1', '1e400'],
    ],
    'a Boolean': ['{ products { description(upper: getContextValue("page")) } }', ['yes', 'TRUE']],
    'an enum': ['{ form(form: getContextValue("page")) }', ['powder', '7', 'toString']],
    'a custom scalar': ['{ echo(day: getContextValue("page")) }', ['week']],
    'a list': ['{ products(first: getContextValue("page")) { name } }', ['x']],
  };
  for (const [place, [query, texts]] of Object.entries(misfits)) {
    it(`is absent for ${place} that the text cannot be`, () => {
      for (const page of texts) expect(variablesOf(query, { page }), page).to.deep.equal({});
    });
  }

  it('becomes a Float where one is wanted, and is absent when it is none', () => {
    const prices = buildSchema('type Query { cheaper(than: Float, rate: Float! = 1.5): Int }');
    const components = [componentOf('A', '{ cheaper(than: getContextValue("price")) }')];
    const operation = operationOf(prices, components);
    expect(operation.prepare({ price: '12.50' })?.variables).to.deep.equal({ v_price: 12.5 });
    expect(operation.prepare({ price: '-1e2' })?.variables).to.deep.equal({ v_price: -100 });
    for (const price of ['1e400', '1,5', '.5', 'NaN', ''])
      expect(operation.prepare({ price })?.variables, price).to.deep.equal({});
  });

  it('takes the ends of what an Int can be', () => {
    const query = '{ products(first: getContextValue("page")) { name } }';
    expect(variablesOf(query, { page: '2147483647' })).to.deep.equal({ v_page: 2147483647 });
    expect(variablesOf(query, { page: '-2147483648' })).to.deep.equal({ v_page: -2147483648 });
  });

  it('is absent when the request does not have it, so that defaults apply', () => {
    const query = '{ products(first: getContextValue("page")) { name } }';
    expect(variablesOf(query, { page: null })).to.deep.equal({});
    expect(variablesOf(query, {})).to.deep.equal({});
  });

  it('is absent when only the prototype of the values has such a name', () => {
    const pages = { search: { path: '/search', query: ['constructor'] } };
    const { operation } = composePageQueries({
      schema,
      group: 'search',
      path: '/search',
      components: [componentOf('A', '{ search(text: getContextValue("constructor")) { __typename } }')],
      contextValues: contextValueNames(pages, 'search'),
      validate: createQueryValidation(schema),
    });
    expect(operation?.prepare({})?.variables).to.deep.equal({});
  });

  it('is nullable where a default stands in for it', () => {
    expect(
      printed(operationOf(schema, [componentOf('A', '{ products { grid(size: getContextValue("page")) } }')])),
    ).to.match(/^query \(\$v_page: Int\)/);
  });

  it('makes two variables for places of two types, and one for places of one', () => {
    const query = `{
      product(id: getContextValue("productId")) { name } twice: product(id: getContextValue("productId")) { sku }
      products(first: getContextValue("productId")) { name }
    }`;
    expect(variablesOf(query, { productId: '7' })).to.deep.equal({ v_productId: '7', v_productId_1: 7 });
  });

  it("does not clash with the component's own variables", () => {
    const query =
      'query ($v_productId: Int = 2) { product(id: getContextValue("productId")) { name } products(first: $v_productId) { sku } }';
    expect(printed(operationOf(schema, [componentOf('A', query)]), { productId: '7' })).to.match(
      /products\(first: 2\)/,
    );
  });
});

describe('components that need what a request does not have', () => {
  const needs = componentOf('Needs', '{ product(id: getContextValue("userId")) { name } }');
  const wants = componentOf('Wants', '{ search(text: getContextValue("userId")) { __typename } }');
  const other = componentOf('Other', '{ brand { name } }');
  const operation = operationOf(schema, [needs, wants, other]);

  it('are not in its operation', () => {
    expect(printed(operation, { userId: null })).to.not.include('product');
    expect(printed(operation, { userId: null }))
      .to.include('search(text: $v_userId_1)')
      .and.to.include('brand');
    expect(printed(operation, { userId: 'ann' })).to.include('product(id: $v_userId)');
  });

  it('share one document with all requests like it', () => {
    const first = operation.prepare({ userId: null })?.document;
    expect(operation.prepare({ userId: 'ann' })?.document).to.not.equal(first);
    expect(operation.prepare({ userId: null })?.document).to.equal(first);
  });

  it('are distinguished from those that lost their root', () => {
    const split = operation.split({ userId: null }, { data: { search: null, brand: null } });
    expect(split.get(needs)).to.deep.equal({
      kind: 'left-out',
      reason: 'it needs getContextValue("userId") as ID!, which this request does not have',
    });
    expect(split.get(wants)).to.deep.equal({ kind: 'props', props: { search: null } });
  });

  it('leave no operation when all of them do', () => {
    const alone = operationOf(schema, [needs]);
    expect(alone.prepare({ userId: null })).to.equal(undefined);
    expect(alone.split({ userId: null }, {}).get(needs)?.kind).to.equal('left-out');
  });
});
