import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const post = (path: string, body: object) => shop.rest<{ error?: string }>('POST', `/desk/${path}`, { body, token });
  const ask = async <Data>(text: string, variables = {}) => {
    const { data, errors } = await shop.graphql<Data>(text, variables, { token });
    expect(errors).to.equal(undefined);
    return data as Data;
  };
  const tea = { price: '9.90', taxClass: 'reduced', published: true };
  const add = async (sku: string, change = {}) => {
    const answer = await shop.rest<{ data: { productId: string } }>('POST', '/desk/products', {
      body: { sku, name: `Tea ${sku}`, ...tea, ...change },
      token,
    });
    expect(answer.status).to.equal(201);
    return answer.body.data.productId;
  };
  interface Product {
    readonly [field: string]: unknown;
    readonly version: string;
    readonly translations: readonly { readonly locale: string; readonly version: string }[];
    readonly variants: readonly { readonly sku: string; readonly version: string }[];
  }
  const read = async (id: string) =>
    (
      await ask<{ deskProduct: Product }>(
        `query ($id: ID!) { deskProduct(id: $id) { name sku slug description keywords category money taxClass published version
          translations { locale name version } variants { sku label money version } } }`,
        { id },
      )
    ).deskProduct;
  const found = async (search: string) =>
    (
      await shop.graphql<{ products: { nodes: { productId: string }[] } }>(
        'query ($search: String) { products(search: $search) { nodes { productId } } }',
        { search },
      )
    ).data?.products.nodes.map(({ productId }) => productId);

  it('is closed to others: each field and each route', async () => {
    for (const [bearer, code] of [
      [undefined, 'UNAUTHENTICATED'],
      [await shop.token({ permissions: ['stock:write'] }), 'FORBIDDEN'],
    ] as const) {
      for (const field of ['deskProduct(id: "1001") { name }', 'deskProducts { total }', 'deskCategories { name }'])
        expect(await shop.graphql(`{ ${field} }`, {}, { token: bearer })).to.have.nested.property(
          'errors[0].extensions.code',
          code,
        );
      for (const path of ['products', 'products/1001/facts', 'categories', 'categories/10001/removal'])
        expect((await shop.rest('POST', `/desk/${path}`, { body: {}, token: bearer })).status).to.be.oneOf([401, 403]);
    }
  });

  it('lists products: by search, category, state and order, a page at a time', async () => {
    const list = async (args: string) => {
      const { deskProducts } = await ask<{ deskProducts: { total: number; products: { sku: string }[] } }>(
        `{ deskProducts(${args}) { total products { sku } } }`,
      );
      return [deskProducts.total, deskProducts.products.length, deskProducts.products[0]?.sku];
    };
    expect(await list('sort: "price"')).to.deep.equal([72, 72, 'TEA-CHAM-20']);
    // There is one page. Of a page that is gone, the last one is shown.
    expect((await list('page: 2')).slice(0, 2)).to.deep.equal([72, 72]);
    expect((await list('search: "vitamin d3", sort: "name"')).slice(0, 2)).to.deep.equal([2, 2]);
    expect(await list('search: "vit-e2"')).to.deep.equal([1, 1, 'VIT-E200-60']);
    expect((await list('search: "%"'))[0]).to.equal(0);
    expect((await list('state: "draft"'))[0]).to.equal(0);
    const { deskCategories } = await ask<{ deskCategories: { categoryId: string; slug: string }[] }>(
      '{ deskCategories { categoryId slug } }',
    );
    const id = deskCategories.find(({ slug }) => slug === 'supplements')?.categoryId;
    expect((await list(`category: "${id}"`))[0]).to.equal(45);
  });

  it('asks the database once for a page of 1,000 products', async () => {
    await shop.database.query(`insert into product (name, price_cents, sku, published)
      select 'Many ' || n, n, 'MANY-' || n, false from generate_series(1, 1000) n`);
    shop.queries();
    const { deskProducts } = await ask<{ deskProducts: { total: number } }>(
      '{ deskProducts(search: "many 9", sort: "name") { total products { name } } }',
    );
    expect(deskProducts.total).to.equal(111);
    expect(shop.queries()).to.have.lengthOf(1);
    await shop.database.query("delete from product where sku like 'MANY-%'");
  });

  it('adds a product that a search finds at once, with a slug, and writes it down', async () => {
    const id = await add('NEW-1', { name: 'Zaubertee', description: 'Makes wizards.', category: '' });
    expect(await read(id)).to.deep.include({ slug: 'zaubertee', money: 990, taxClass: 'reduced', category: null });
    expect(await found('zaubertee')).to.deep.equal([id]);
    expect((await shop.records()).at(-1)).to.deep.include({ action: 'product.added', subject: `product:${id}` });
  });

  it('adds a product once by a form that is sent twice', async () => {
    expect(await add('NEW-0', { name: 'Okapi' })).to.equal(await add('NEW-0', { name: 'Okapi' }));
  });

  for (const [what, change, status, says] of [
    ['a taken SKU', { sku: 'VIT-C1000-90' }, 409, 'taken'],
    ['an unknown category', { category: '999999' }, 400, 'none any more'],
    ['a category that is no id', { category: 'tea' }, 400, 'none any more'],
    ['no price', { price: '12.999' }, 400, 'no more decimals'],
    ['no name', { name: ' ' }, 400, 'required'],
    ['no slug', { slug: '123' }, 400, 'hyphens'],
    ['a picture of another site', { image: 'https://example.com/a.png' }, 400, 'path of this shop'],
  ] as const)
    it(`refuses a product with ${what}`, async () => {
      const answer = await post('products', { sku: 'NEW-X', name: 'Tea', ...tea, ...change });
      expect(answer.status).to.equal(status);
      expect(answer.body.error).to.contain(says);
      expect(
        (await ask<{ deskProducts: object }>('{ deskProducts(search: "NEW-X") { total } }')).deskProducts,
      ).to.deep.equal({ total: 0 });
    });

  it('changes a product: the search follows, an old slug leads to the new one, and the trail says what', async () => {
    const id = await add('NEW-2', { name: 'Quokka' });
    const { version } = await read(id);
    const form = { ...tea, name: 'Wombat', price: '12,5', slug: 'wombat-tea', keywords: 'burrow', version };
    expect((await post(`products/${id}/facts`, form)).status).to.equal(200);
    expect(await read(id)).to.deep.include({ name: 'Wombat', money: 1250, slug: 'wombat-tea', keywords: 'burrow' });
    expect([await found('wombat'), await found('burrow')]).to.deep.equal([[id], [id]]);
    expect((await shop.page('/products/quokka')).location).to.equal('/products/wombat-tea');
    expect((await shop.records()).at(-1)).to.deep.include({
      action: 'product.changed',
      from: { name: 'Quokka', keywords: '', slug: 'quokka', price: '9.90' },
      to: { name: 'Wombat', keywords: 'burrow', slug: 'wombat-tea', price: '12.50' },
    });
  });

  it('refuses the second of two editors, with what is there now, and takes the same form twice', async () => {
    const id = await add('NEW-3', { name: 'Emu' });
    const { version } = await read(id);
    const first = { ...tea, name: 'Emu A', version };
    for (let time = 0; time < 2; time++) expect((await post(`products/${id}/facts`, first)).status).to.equal(200);
    const { status, body } = await post(`products/${id}/facts`, { ...tea, name: 'Emu B', version });
    expect(status).to.equal(409);
    expect(body.error).to.contain('Others have changed this');
    const records = (await shop.records()).filter(({ subject }) => subject === `product:${id}`);
    expect(records.map(({ action }) => action)).to.deep.equal(['product.added', 'product.changed']);
  });

  it('refuses a slug that another product has', async () => {
    const id = await add('NEW-4');
    const { version } = await read(id);
    const { status, body } = await post(`products/${id}/facts`, { ...tea, name: 'T', slug: 'zaubertee', version });
    expect([status, body.error]).to.deep.equal([409, 'This is taken.']);
  });

  it('shows a draft to no shopper: no page, no list, no search, no variant', async () => {
    const id = await add('NEW-5', { name: 'Platypus', published: false });
    expect(await found('platypus')).to.deep.equal([]);
    expect((await shop.page(`/products/${id}`)).status).to.equal(404);
    const text = `query ($id: ID!) { product(id: $id) { name } variant(sku: "NEW-5") { sku }
      products(sort: NEWEST, first: 1) { nodes { productId } totalCount } all: products { totalCount } }`;
    const { data } = await shop.graphql<Record<string, never>>(text, { id });
    expect(data).to.deep.include({ product: null, variant: null });
    expect(JSON.stringify(data)).to.not.contain(id);
    const { data: seen } = await shop.graphql(text, { id }, { token });
    expect(seen).to.deep.include({ product: { name: 'Platypus' }, variant: { sku: 'NEW-5' } });
    const sitemap = async () => (await fetch(`${shop.url}/sitemap-products.xml`)).text();
    expect(await sitemap()).to.not.contain('platypus');
    const { version } = await read(id);
    await post(`products/${id}/facts`, { ...tea, name: 'Platypus', published: true, version });
    expect(await found('platypus')).to.deep.equal([id]);
    expect(await sitemap()).to.contain('platypus');
  });

  it('translates a product, and takes a translation away', async () => {
    const id = await add('NEW-6', { name: 'Swallow' });
    const versionOf = async () => (await read(id)).translations.find(({ locale }) => locale === 'de')?.version;
    const translate = async (form: object) =>
      (await post(`products/${id}/translations`, { locale: 'de', version: await versionOf(), ...form })).status;
    const named = async () => {
      const text = 'query ($id: ID!) { product(id: $id) { name } }';
      return (await shop.graphql(text, { id }, { headers: { 'accept-language': 'de' } })).data;
    };
    expect(await translate({ name: 'Schwalbe', description: 'Ein\r\nVogel' })).to.equal(200);
    expect(await named()).to.deep.equal({ product: { name: 'Schwalbe' } });
    expect(await translate({ name: '', description: 'x' })).to.equal(400);
    expect(await translate({ name: 'Mauersegler', version: 'old' })).to.equal(409);
    expect(await translate({ name: '' })).to.equal(200);
    expect(await named()).to.deep.equal({ product: { name: 'Swallow' } });
    expect((await post(`products/${id}/translations`, { locale: 'fr', name: 'x', version: '-' })).status).to.equal(404);
  });

  it('adds, changes and removes variants, the first of which stays', async () => {
    const id = await add('NEW-7');
    const path = `products/${id}/variant`;
    expect((await post(`${path}s`, { sku: 'NEW-7B', label: 'Big', price: '19' })).status).to.equal(201);
    expect((await post(`${path}s`, { sku: 'NEW-1', price: '19' })).status).to.equal(409);
    const [first, second] = (await read(id)).variants;
    expect((await post(path, { ...second, label: 'Bigger', price: '20' })).status).to.equal(200);
    expect((await post(path, { ...second, label: 'Huge', price: '21' })).status).to.equal(409);
    expect((await post(path, { ...first, label: 'Small' })).status).to.equal(200);
    expect((await read(id)).variants.map(({ version: _version, ...variant }) => variant)).to.deep.equal([
      { sku: 'NEW-7', label: 'Small', money: null },
      { sku: 'NEW-7B', label: 'Bigger', money: 2000 },
    ]);
    expect((await post(`${path}/removal`, { sku: 'NEW-7' })).status).to.equal(409);
    expect((await post(`${path}/removal`, { sku: 'NEW-7B' })).status).to.equal(200);
    expect((await post(`${path}/removal`, { sku: 'NEW-7B' })).status).to.equal(404);
    expect((await read(id)).variants).to.have.lengthOf(1);
  });

  it('says what a variant is called in each language, which its page shows', async () => {
    const id = await add('NEW-8');
    await post(`products/${id}/variants`, { sku: 'NEW-8B', label: 'Red', price: '19' });
    const { variants } = await read(id);
    const second = { sku: 'NEW-8B', version: variants[1]?.version };
    const translate = async (change: object) =>
      (await post(`products/${id}/variant/translations`, { ...second, locale: 'de', ...change })).status;
    for (let time = 0; time < 2; time++) expect(await translate({ label: 'Rot' })).to.equal(200);
    const page = async (prefix: string) => (await shop.page(`${prefix}/products/${id}`)).html;
    expect(await page('/de'))
      .to.contain('Rot')
      .and.not.contain('Red');
    expect(await page(''))
      .to.contain('Red')
      .and.not.contain('Rot');
    expect((await shop.records()).filter(({ action }) => action === 'variant.translated')).to.have.lengthOf(1);
    expect(await translate({ label: 'Blau' })).to.equal(409);
    for (const change of [{ locale: 'fr' }, { locale: 'en-IE' }, { sku: 'NONE' }])
      expect(await translate({ label: 'x', ...change })).to.equal(404);
    const { html } = await shop.page(`/desk/products/${id}`, { token });
    expect(html).to.match(/lang="de"[^>]*name="label"[^>]*value="Rot"|name="label"[^>]*lang="de"[^>]*value="Rot"/);
    expect(await translate({ label: '', version: (await read(id)).variants[1]?.version })).to.equal(200);
    expect(await page('/de')).to.contain('Red');
  });

  it('knows no other product', async () => {
    for (const id of ['999999', 'tea', '0'])
      expect((await post(`products/${id}/facts`, { ...tea, name: 'T', version: '-' })).status).to.equal(404);
  });
});
