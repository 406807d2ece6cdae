import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface Listed {
  readonly products: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly productId: string }[];
    readonly pageInfo: { readonly endCursor: string };
    readonly facets: readonly {
      readonly label: string;
      readonly values: readonly { readonly code: string; readonly count: number; readonly selected: boolean }[];
    }[];
  };
}

const index = `mutation ($facet: FacetInput!, $products: [ProductFacetInput!]!) {
  indexFacet(facet: $facet, products: $products) }`;
const list = `query ($filter: [ID!], $after: String, $search: String, $category: ID = "vitamins") {
  products(first: 2, category: $category, filter: $filter, after: $after, search: $search) {
    totalCount nodes { productId } pageInfo { endCursor } facets { label values { code count selected } } } }`;

function labelled(code: string) {
  const labels = [
    { locale: 'en-IE', text: `${code} in English` },
    { locale: 'de', text: `${code} auf Deutsch` },
  ];
  return { code, labels };
}

describe('catalog: facets', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'de-AT'] });
    await say('form', { 1001: ['tablets'], 1002: ['capsules'], 1003: ['drops'], 1004: ['tablets'], 99: ['tablets'] });
    await say('diet', { 1001: ['vegan'], 1002: ['vegan', 'halal'], 1004: ['halal'] });
  });
  after(() => shop.close());

  async function say(code: string, products: Readonly<Record<string, readonly string[]>>): Promise<void> {
    const values = [...new Set(Object.values(products).flat())].map(labelled);
    const said = Object.entries(products).map(([productId, codes]) => ({ productId, values: codes }));
    const answer = await shop.ask(index, { facet: { ...labelled(code), values }, products: said });
    expect(answer.errors).to.equal(undefined);
  }

  async function read(variables: object, locale = 'en'): Promise<Listed['products']> {
    const answer = await shop.graphql<Listed>(list, { ...variables }, { headers: { 'accept-language': locale } });
    if (answer.data == null) throw new Error(JSON.stringify(answer.errors));
    return answer.data.products;
  }

  /** `tablets 2`, with a star where it is chosen. */
  function counts({ facets }: Listed['products']): readonly string[] {
    return facets.flatMap(({ values }) =>
      values.map(({ code, count, selected }) => `${code} ${count}${selected ? '*' : ''}`),
    );
  }

  it('count the products of a list', async () => {
    expect(counts(await read({}))).to.deep.equal(['tablets 2', 'capsules 1', 'drops 1', 'halal 2', 'vegan 2']);
    expect(counts(await read({ category: 'tea' }))).to.deep.equal([]);
  });

  it('filter by any value of a facet, and by all facets; each counts under the choice of the others', async () => {
    const either = await read({ filter: ['form:tablets,form:capsules', 'diet:vegan'] });
    expect(either.nodes.map(({ productId }) => productId)).to.deep.equal(['1001', '1002']);
    expect(counts(either)).to.deep.equal(['capsules 1*', 'tablets 1*', 'halal 2', 'vegan 2*']);
    const none = await read({ filter: ['form:drops', 'diet:vegan'] });
    expect([none.totalCount, counts(none)]).to.deep.equal([0, ['capsules 1', 'tablets 1', 'drops 0*', 'vegan 0*']]);
  });

  it('filter a search, whose words stay', async () => {
    const found = await read({ search: 'vitamin', filter: ['form:drops'] });
    expect(found.nodes.map(({ productId }) => productId)).to.deep.equal(['1003']);
  });

  it('count all that a search finds, on each of its pages, and rank it once', async () => {
    const first = await read({ search: 'vitamin' });
    shop.queries();
    const next = await read({ search: 'vitamin', after: first.pageInfo.endCursor });
    const queries = shop.queries();
    expect(queries.filter((text) => text.includes('ranked_products'))).to.have.lengthOf(1);
    // The words, the page and the facets.
    expect(queries).to.have.lengthOf(3);
    expect(counts(first)).to.deep.equal(['tablets 2', 'capsules 1', 'drops 1', 'halal 2', 'vegan 2']);
    expect(counts(next)).to.deep.equal(counts(first));
    expect(first.totalCount).to.be.above(4);
  });

  it('filter pages and cursors', async () => {
    const first = await read({ filter: ['form:tablets,form:capsules'] });
    expect(first.totalCount).to.equal(3);
    const next = await read({ filter: ['form:tablets,form:capsules'], after: first.pageInfo.endCursor });
    expect(next.nodes.map(({ productId }) => productId)).to.deep.equal(['1004']);
  });

  for (const filter of ['', 'x', 'none:none', 'form:none', "form:'", 'form:a\u0000', ':', 'a'.repeat(5000)])
    it(`ignore ${JSON.stringify(filter.slice(0, 20))}`, async () => {
      expect((await read({ filter: [filter] })).totalCount).to.equal(10);
    });

  it('are replaced for the products that are named', async () => {
    await say('size', { 1001: ['small'], 1002: ['small'] });
    await say('size', { 1001: ['large'] });
    expect(counts(await read({})).slice(-7, -5)).to.have.lengthOf(2);
    expect((await read({ filter: ['size:small'] })).nodes).to.deep.equal([{ productId: '1002' }]);
    expect((await read({ filter: ['size:large'] })).nodes).to.deep.equal([{ productId: '1001' }]);
    await shop.database.query("update facet set said_at = now() - interval '3 hours' where facet = 'size'");
    expect((await read({ filter: ['size:large'] })).totalCount).to.equal(10);
    expect(counts(await read({}))).to.have.lengthOf(5);
  });

  it('have links on pages, in the language of the page, which search engines leave out', async () => {
    const { html } = await shop.page('/de/categories/vitamins?sort=NAME&filter=form%3Atablets');
    expect(html).to.contain('tablets auf Deutsch entfernen').and.to.contain('noindex');
    expect((await shop.page('/de-AT/categories/vitamins')).html).to.contain('tablets auf Deutsch');
    expect(html).to.contain('?sort=NAME&amp;filter=form%3Atablets%2Cform%3Acapsules');
    expect(html).to.contain('href="/de/categories/vitamins?sort=PRICE&amp;filter=form%3Atablets"');
    const nothing = await shop.page('/categories/vitamins?filter=form:drops,diet:vegan');
    expect(nothing.html).to.contain('No product has all of this.');
    expect((await shop.page('/?search=vitamin')).html).to.contain('filter=form%3Atablets');
  });

  it('are not to be said by clients', async () => {
    expect((await shop.graphql('mutation { indexFacet(facet: {}, products: []) }')).errors).to.not.equal(undefined);
  });

  for (const [facet, value] of [
    ['4177', 'a'],
    ['form', 'a b'],
    ['form', 'a:b'],
  ] as const)
    it(`refuse the codes "${facet}" and "${value}"`, async () => {
      const answer = await shop.ask(index, {
        facet: { ...labelled(facet), values: [labelled(value)] },
        products: [],
      });
      expect(answer).to.have.nested.property('errors[0].extensions.code', 'BAD_USER_INPUT');
    });
});
