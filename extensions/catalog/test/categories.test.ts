import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

interface ProductPage {
  readonly products: {
    readonly offset: number;
    readonly nodes: readonly { readonly productId: string; readonly price: number }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

interface NamePage {
  readonly products: {
    readonly nodes: readonly { readonly name: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

describe('catalog: categories', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
  });
  after(() => shop.close());

  async function list(args: string): Promise<readonly string[]> {
    const { data } = await shop.graphql<{ products: { totalCount: number; nodes: { productId: string }[] } }>(
      `{ products(first: 3, ${args}) { totalCount nodes { productId } } }`,
    );
    return [String(data?.products.totalCount), ...(data?.products.nodes ?? []).map(({ productId }) => productId)];
  }

  it('are a tree', async () => {
    const text = `{ categories { slug } category(slug: "tea") { name url path { slug } children { slug } }
      product(id: 1001) { category { path { slug } } } }`;
    const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': 'de' } });
    expect(data).to.deep.equal({
      categories: ['supplements', 'sport', 'tea', 'food', 'accessories'].map((slug) => ({ slug })),
      category: { name: 'Tee', url: '/de/categories/tea', path: [{ slug: 'tea' }], children: [] },
      product: { category: { path: [{ slug: 'supplements' }, { slug: 'vitamins' }] } },
    });
  });

  const tiles = /<nav aria-label="All categories">/;
  for (const [address, args, isStart] of [
    ['/', '(search: " ")', true],
    ['/?search=tea', '(search: "tea")', false],
    ['/?page=2', '(page: 2)', false],
    ['/?after=x', '(after: "x")', false],
    ['/?filter=form%3Atea', '(filter: ["form:tea"])', false],
  ] as const)
    it(`are ${isStart ? '' : 'not '}on the home page at ${address}, the second level of them`, async () => {
      const { data } = await shop.graphql<{ startCategories: { slug: string }[] }>(
        `{ startCategories${args} { slug } }`,
      );
      const slugs = data?.startCategories.map(({ slug }) => slug) ?? [];
      expect(slugs.slice(0, 2)).to.deep.equal(isStart ? ['vitamins', 'minerals'] : []);
      expect([slugs.includes('tea'), slugs.includes('supplements')]).to.deep.equal([isStart, false]);
      expect(tiles.test((await shop.page(address)).html)).to.equal(isStart);
    });

  it('have the products of those below them', async () => {
    expect(await list('category: "vitamins"')).to.deep.equal(['10', '1001', '1002', '1003']);
    expect(await list('category: "supplements", sort: NEWEST')).to.deep.equal(['45', '1053', '1052', '1051']);
  });

  for (const slug of ['none', '', "'", 'a\\u0000b'])
    it(`have nothing in "${slug}"`, async () => {
      expect(await list(`category: "${slug}"`)).to.deep.equal(['0']);
      expect((await shop.graphql(`{ category(slug: "${slug}") { name } }`)).data).to.deep.equal({ category: null });
    });

  for (const [sort, ids] of [
    ['CHOSEN', ['1054', '1055', '1056']],
    ['NAME', ['1060', '1054', '1056']],
    ['PRICE', ['1054', '1055', '1059']],
    ['PRICE_DOWN', ['1060', '1057', '1058']],
    ['NEWEST', ['1060', '1059', '1058']],
  ] as const)
    it(`come in the order ${sort}`, async () => {
      expect(await list(`category: "tea", sort: ${sort}`)).to.deep.equal(['7', ...ids]);
    });

  it('come in the order of a dictionary, also from one page to the next and at the desk', async () => {
    await shop.database.query("insert into category (category_id, slug, name) values (10999, 'tools', 'Tools')");
    await shop.database.query(
      `insert into product (name, price_cents, sku, category_id)
      select name, 1, 'ORDER-' || name, 10999
      from unnest(array['Zebra', 'Öl', 'apfel', 'Über', 'Oase', 'Äther']) name`,
    );
    const inOrder = ['apfel', 'Äther', 'Oase', 'Öl', 'Über', 'Zebra'];
    const names: string[] = [];
    for (let after: string | null = null; names.length < inOrder.length; ) {
      const text = `query ($after: String) { products(first: 2, category: "tools", sort: NAME, after: $after) {
        nodes { name } pageInfo { endCursor } } }`;
      const { data }: { data?: NamePage | null } = await shop.graphql<NamePage>(text, { after });
      if (data == null || data.products.nodes.length === 0) break;
      names.push(...data.products.nodes.map(({ name }) => name));
      after = data.products.pageInfo.endCursor;
    }
    expect(names).to.deep.equal(inOrder);
    const token = await shop.token({ permissions: ['catalog:write'] });
    const desk = '{ deskProducts(sort: "name", search: "ORDER-") { products { name } } }';
    const { data } = await shop.graphql<{ deskProducts: { products: { name: string }[] } }>(desk, {}, { token });
    expect(data?.deskProducts.products.map(({ name }) => name)).to.deep.equal(inOrder);
    await shop.database.query("delete from product where sku like 'ORDER-%'");
  });

  describe('in the order of their prices', () => {
    const index = 'mutation ($prices: [PresentPriceInput!]!) { indexPrices(prices: $prices) }';
    const say = (prices: Readonly<Record<string, number | null>>) =>
      shop.ask(index, { prices: Object.entries(prices).map(([sku, money]) => ({ sku, money })) });
    const both = async () => [
      (await list('category: "tea", sort: PRICE')).slice(1),
      (await list('category: "tea", sort: PRICE_DOWN')).slice(1),
    ];
    const byBasePrice = [
      ['1054', '1055', '1059'],
      ['1060', '1057', '1058'],
    ];

    it('follow what another extension says that they cost now, until it takes that back', async () => {
      expect((await say({ 'TEA-MATC-40': 100, 'TEA-CHAM-20': 5000, UNKNOWN: 1 })).errors).to.equal(undefined);
      const bySaidPrice = [
        ['1060', '1055', '1059'],
        ['1054', '1057', '1058'],
      ];
      expect(await both()).to.deep.equal(bySaidPrice);
      await say({ 'TEA-CHAM-20': 490 });
      expect(await both()).to.deep.equal([
        ['1060', '1054', '1055'],
        ['1057', '1058', '1056'],
      ]);
      await say({ 'TEA-MATC-40': null, 'TEA-CHAM-20': null });
      expect(await both()).to.deep.equal(byBasePrice);
    });

    it('follow it from one page to the next', async () => {
      await say({ 'TEA-MATC-40': 500, 'TEA-PEPP-20': 500 });
      const ids: string[] = [];
      for (let after: string | null = null; ; ) {
        const text = `query ($after: String) { products(first: 2, category: "tea", sort: PRICE, after: $after) {
          offset nodes { productId } pageInfo { endCursor hasNextPage } } }`;
        const { data }: { data?: ProductPage | null } = await shop.graphql<ProductPage>(text, { after });
        if (data == null) throw new Error('no data');
        expect(data.products.offset).to.equal(ids.length);
        ids.push(...data.products.nodes.map(({ productId }) => productId));
        if (!data.products.pageInfo.hasNextPage) break;
        after = data.products.pageInfo.endCursor;
      }
      expect(ids).to.deep.equal(['1054', '1055', '1060', '1059', '1056', '1058', '1057']);
      await say({ 'TEA-MATC-40': null, 'TEA-PEPP-20': null });
    });

    it('follow base prices again when the extension says nothing for two hours', async () => {
      await say({ 'TEA-MATC-40': 100 });
      await shop.database.query("update present_price set said_at = now() - interval '121 minutes'");
      expect(await both()).to.deep.equal(byBasePrice);
      await say({ 'TEA-MATC-40': 100 });
      expect((await both())[0]?.[0]).to.equal('1060');
      await say({ 'TEA-MATC-40': null });
    });

    it('do not follow clients', async () => {
      const prices = [{ sku: 'TEA-MATC-40', money: 100 }];
      expect((await shop.graphql(index, { prices })).errors).to.not.equal(undefined);
      expect(await both()).to.deep.equal(byBasePrice);
    });
  });

  it('are read a page at a time in any order, by one statement', async () => {
    const read = async (after: string | null) => {
      const text = `query ($after: String) { products(first: 30, sort: PRICE, after: $after) {
        offset nodes { productId price } pageInfo { endCursor hasNextPage } } }`;
      const { data } = await shop.graphql<ProductPage>(text, { after });
      if (data == null) throw new Error('no data');
      return data.products;
    };
    const first = await read(null);
    const second = await read(first.pageInfo.endCursor);
    const third = await read(second.pageInfo.endCursor);
    const all = [first, second, third].flatMap(({ nodes }) => nodes);
    expect(new Set(all.map(({ productId }) => productId))).to.have.lengthOf(72);
    expect(all.map(({ price }) => price)).to.deep.equal(all.map(({ price }) => price).toSorted((a, b) => a - b));
    expect([first.offset, second.offset, third.offset]).to.deep.equal([0, 30, 60]);
    shop.queries();
    await shop.graphql('{ products(category: "tea", sort: NAME) { totalCount nodes { name } } }');
    expect(shop.queries()).to.have.lengthOf(1);
  });

  it('have numbered pages that keep the order', async () => {
    const { html } = await shop.page('/categories/supplements?sort=PRICE&page=2');
    expect(html).to.contain('Page 2 of 2').and.to.contain('<title>Supplements – Stoa – page 2</title>');
    expect(html).to.contain('rel="prev" href="/categories/supplements?sort=PRICE"');
    const invalid = await shop.page('/categories/supplements?page=x');
    expect(invalid.html).to.contain('The list does not have this page.');
    expect((await shop.page('/categories/supplements?page=9')).html).to.contain('The list does not have this page.');
  });

  it('have a page, a place in the menu, and a way back', async () => {
    const { status, html } = await shop.page('/categories/vitamins?sort=PRICE');
    expect(status).to.equal(200);
    expect(html).to.contain('<title>Vitamins – Stoa</title>').and.to.contain('href="/categories/supplements"');
    expect(html.match(/<h2/g)).to.have.lengthOf(10);
    expect(html.indexOf('Folic Acid')).to.be.below(html.indexOf('Vitamin C 1000 mg'));
    expect((await shop.page('/')).html).to.contain('href="/categories/tea"');
    expect((await shop.page('/categories/none')).status).to.equal(404);
  });
});
