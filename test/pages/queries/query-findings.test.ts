import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Finding } from '#base';
import type { PageComponent } from '../../../src/pages/components/page-component.ts';
import { sampleExtensions } from '../../support/sample-extensions.ts';
import { stitchedShop } from '../../support/stitched-shop.ts';
import { componentOf, composePage } from './shop-page.ts';

const { schema } = stitchedShop(sampleExtensions()).gateway;

function findingsOf(query: string, more: Partial<PageComponent> = {}): readonly Finding[] {
  const { operation, findings } = composePage(schema, [componentOf('Facts', query, more)]);
  expect(operation === undefined).to.equal(findings.length > 0);
  return findings;
}

/** The only finding of a query that is not in its file: place and words. */
function findingOf(query: string, more: Partial<PageComponent> = {}): string {
  const findings = findingsOf(query, more);
  expect(findings.map(({ code }) => code)).to.have.length(1);
  return findings.map(({ code, what, fix }) => `${code}: ${what} | ${fix}`).join();
}

describe('the findings in a page component query', () => {
  const wrong: Readonly<Record<string, readonly [query: string, finding: RegExp]>> = {
    'a syntax error': [
      '{ product(id: "1") { name }',
      /^PAGE_QUERY_SYNTAX: the query of Facts: .*Expected Name, found <EOF>.* \(line 1, column 28 of the query\) \| Close each/,
    ],
    'an empty text': [' ', /^PAGE_QUERY_SYNTAX: .*Unexpected <EOF>/],
    'no operation': [
      'fragment F on Product { name } fragment G on Product { price }',
      /^PAGE_QUERY_OPERATION: .*it has no operation .*\| A component has/,
    ],
    'a fragment with an unknown field': [
      'fragment F on Product { nam }',
      /^PAGE_QUERY_INVALID: .*Cannot query field "nam" on type "Product".*column 25 /,
    ],
    'a fragment with a context value': [
      'fragment F on Product { name @include(if: getContextValue("productId")) }',
      /^PAGE_QUERY_VARIABLE: .*which an item does not know/,
    ],
    'two operations': [
      'query A { brand { name } } query B { brand { name } }',
      /^PAGE_QUERY_OPERATION: .*it has a second operation \(line 1, column 28 /,
    ],
    'a mutation': ['mutation { restore }', /^PAGE_QUERY_OPERATION: .*it is a mutation \(line 1, column 1 /],
    'a subscription': ['subscription { brand { name } }', /^PAGE_QUERY_OPERATION: .*it is a subscription/],
    'a variable that nobody gives': [
      'query ($id: ID!) { product(id: $id) { name } }',
      /^PAGE_QUERY_VARIABLE: .*nothing gives a value to \$id.* \(line 1, column 8 .*\| Give it a default value/,
    ],
    'an unknown field': [
      '{\n  product(id: getContextValue("productId")) {\n    nam\n  }\n}',
      /^PAGE_QUERY_INVALID: .*Cannot query field "nam" on type "Product"\. \(line 3, column 5 of the query\) \| Did you mean "name"\?$/,
    ],
    'an unknown argument with a context value': [
      '{ brand(id: getContextValue("productId")) { name } }',
      /^PAGE_QUERY_INVALID: .*Unknown argument "id".* \(line 1, column 9 /,
    ],
    'an alias that only GraphQL may have': [
      '{ __proto__: brand { name } }',
      /^PAGE_QUERY_INVALID: .*alias "__proto__"/,
    ],
    'a null default in a non-null place': [
      'query ($size: Int = null) { products { grid(size: $size) } }',
      /^PAGE_QUERY_INVALID: .*Expected value of type "Int!", found null/,
    ],
    'an unknown value': [
      '{ product(id: getContextValue("productID")) { name } }',
      /^CONTEXT_VALUE_UNKNOWN: .*the page productPage \(\/products\/:productId\) has no value "productID" \(line 1, column 15 .*\| Did you mean "productId"\? There are: after \(may be null\), .*productId, routeId, userId \(may be null\)/,
    ],
    'no parentheses': [
      '{ product(id: getContextValue) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*does not say which value \(line 1, column 15 /,
    ],
    'no argument': [
      '{ product(id: getContextValue()) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*does not say which value/,
    ],
    'a number': ['{ product(id: getContextValue(1)) { name } }', /^CONTEXT_VALUE_MISUSED: .*takes a name in quotes /],
    'a variable': [
      'query ($x: String = "productId") { product(id: getContextValue($x)) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*not a variable \(line 1, column 48 /,
    ],
    'two arguments': [
      '{ product(id: getContextValue("productId", "x")) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*takes one name, and nothing else/,
    ],
    'a call that never ends': ['{ product(id: getContextValue("productId"', /^PAGE_QUERY_SYNTAX: .*found <EOF>/],
    'a call in place of a field': [
      '{ brand { getContextValue("productId") } }',
      /^CONTEXT_VALUE_MISUSED: .*is not a field.* \(line 1, column 11 .*\| Write it like this: id: getContextValue\("productId"\)/,
    ],
    'a call in place of an aliased field': [
      '{ brand { x: getContextValue("productId") } }',
      /^CONTEXT_VALUE_MISUSED: .*is not a field.* \(line 1, column 14 /,
    ],
    'a call as a default value': [
      'query ($id: ID = getContextValue("productId")) { maybe(ids: [$id, "1"]) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*cannot be a default value.* \(line 1, column 18 /,
    ],
    'a call in place of an object': [
      '{ products(filter: getContextValue("form")) { name } }',
      /^CONTEXT_VALUE_MISUSED: .*none can be Filter/,
    ],
  };
  for (const [situation, [query, finding]] of Object.entries(wrong)) {
    it(`say what is wrong with ${situation}`, () => {
      expect(findingOf(query)).to.match(finding);
    });
  }

  it('say that what stands in items cannot hydrate', () => {
    const finding = findingOf('fragment F on Product { name }', { hydrate: 'load' });
    expect(finding).to.match(/^PAGE_QUERY_OPERATION: .*the browser does not know the items/);
  });

  it('come all at once, from all components', () => {
    const { findings } = composePage(schema, [
      componentOf('A', '{ brand { x y } }'),
      componentOf('B', '{ product(id: getContextValue(1)) { name } products(first: getContextValue()) { name } }'),
    ]);
    expect(findings.map(({ code }) => code)).to.deep.equal([
      'PAGE_QUERY_INVALID',
      'PAGE_QUERY_INVALID',
      'CONTEXT_VALUE_MISUSED',
      'CONTEXT_VALUE_MISUSED',
    ]);
  });
});

describe('the place of a finding', () => {
  const query = '\n  {\n    product(id: "1") { nam }\n  }\n';
  const sources = {
    'as it is': ["import x from './x';\n\nexport const query = `", '`;\n'],
    'with carriage returns': ["import x from './x';\r\n\r\nexport const query = `", '`;\r\n'],
  } as const;
  for (const [situation, [before, after]] of Object.entries(sources)) {
    context(`when the file has the query ${situation}`, () => {
      it('is the line and column of the file', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'stoa-query-'));
        try {
          const file = join(folder, 'Facts.tsx');
          const body = situation === 'as it is' ? query : query.replaceAll('\n', '\r\n');
          await writeFile(file, before + body + after);
          const [finding] = findingsOf(query, { file });
          expect(finding?.where).to.deep.equal({ file, line: 5, column: 24 });
          expect(finding?.what).to.equal('the query of Facts: Cannot query field "nam" on type "Product".');
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    });
  }

  context('when the query starts inside a line', () => {
    it('counts the columns before it', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'stoa-query-'));
      try {
        const file = join(folder, 'Facts.tsx');
        await writeFile(file, "export const query = '{ brand { x } }';\n");
        expect(findingsOf('{ brand { x } }', { file })[0]?.where).to.deep.equal({ file, line: 1, column: 33 });
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });

  context('when the file does not have the query as it is', () => {
    it('is the file, and the words tell the place in the query', () => {
      const [finding] = findingsOf(query, { file: import.meta.filename });
      expect(finding?.where).to.deep.equal({ file: import.meta.filename });
      expect(finding?.what).to.match(/\(line 3, column 24 of the query\)$/);
    });
  });
});

describe('a component of all pages', () => {
  it('may ask for what every page has', () => {
    const query =
      '{ products(first: getContextValue("after")) { name } product(id: getContextValue("routeId")) { name } }';
    expect(findingsOf(query, { group: 'all' })).to.deep.equal([]);
  });

  it('may not ask for what only some pages have', () => {
    const query = '{ product(id: getContextValue("productId")) { name } }';
    expect(findingOf(query, { group: 'all' })).to.match(
      /^CONTEXT_VALUE_UNKNOWN: .*not every page has a value "productId", and this component is on all of them.*\| There are: after \(may be null\), routeId, userId \(may be null\)\.$/,
    );
  });
});
