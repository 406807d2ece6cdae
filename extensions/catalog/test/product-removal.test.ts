import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: a product that is deleted at the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const ask = 'mutation ($id: ID!, $version: String!) { deleteProduct(productId: $id, version: $version) }';
  const versionOf = async (id: string) => {
    const text = 'query ($id: ID!) { deskProduct(id: $id) { version } }';
    const { data } = await shop.graphql<{ deskProduct: { version: string } | null }>(text, { id }, { token });
    return data?.deskProduct?.version ?? '';
  };
  const removal = (id: string) => `/desk/products/${id}/removal`;
  const rename = (id: string, name: string) =>
    shop.database.query('update product set name = $2, slug = null where product_id = $1', [id, name]);
  const rowsOf = async (id: string) => {
    const tables = ['product', 'product_variant', 'product_translation', 'retired_slug', 'product_rating'];
    const counts = [...tables.map((table) => [table, 'product_id']), ['related_product', 'related_id']].map(
      ([table, column]) => `(select count(*) from ${table} where ${column} = $1)`,
    );
    const [row] = await shop.database.query<{ sum: number }>(`select (${counts.join(' + ')})::integer as sum`, [id]);
    return row?.sum;
  };

  it('is left alone for those who may not', async () => {
    for (const [bearer, code, status] of [
      [undefined, 'UNAUTHENTICATED', 401],
      [await shop.token({ permissions: ['stock:write'] }), 'FORBIDDEN', 403],
    ] as const) {
      const answer = await shop.graphql(ask, { id: '1001', version: 'x' }, { token: bearer });
      expect(answer).to.have.nested.property('errors[0].extensions.code', code);
      expect((await shop.rest('POST', removal('1001'), { body: { version: 'x' }, token: bearer })).status).to.equal(
        status,
      );
      expect((await shop.page(removal('1001'), { token: bearer })).status).to.equal(status);
    }
    expect(await versionOf('1001')).to.not.equal('');
  });

  it('is gone for shoppers, with all rows and each of its addresses', async () => {
    await rename('1002', 'Sunshine');
    expect((await shop.page('/products/vitamin-d3-2000-iu')).location).to.equal('/products/sunshine');
    expect(await rowsOf('1002')).to.be.greaterThan(5);
    const version = await versionOf('1002');
    expect((await shop.graphql(ask, { id: '1002', version }, { token })).data).to.deep.equal({ deleteProduct: true });
    expect(await rowsOf('1002')).to.equal(0);
    for (const address of ['1002', 'sunshine', 'vitamin-d3-2000-iu'])
      expect((await shop.page(`/products/${address}`)).status).to.equal(404);
    const { data } = await shop.graphql(
      '{ product(id: "1002") { name } variant(sku: "VIT-D2000-240") { sku } products(search: "sunshine") { totalCount } }',
    );
    expect(data).to.deep.equal({ product: null, variant: null, products: { totalCount: 0 } });
    expect(await (await fetch(`${shop.url}/sitemap-products.xml`)).text()).to.not.contain('sunshine');
  });

  it('is written down, with what it was', async () => {
    const { action, subject, from } = (await shop.records()).at(-1) ?? {};
    expect({ action, subject, from }).to.deep.equal({
      action: 'product.deleted',
      subject: 'product:1002',
      from: { name: 'Sunshine', skus: 'VIT-D2000-120, VIT-D2000-240', price: '9.50' },
    });
  });

  it('is no longer there a second time', async () => {
    const answer = await shop.graphql(ask, { id: '1002', version: 'x' }, { token });
    expect(answer).to.have.nested.property('errors[0].extensions.code', 'NOT_FOUND');
    expect((await shop.page(removal('1002'), { token })).status).to.equal(404);
  });

  it('stays when another one has changed it since', async () => {
    const version = await versionOf('1003');
    await rename('1003', 'Moonshine');
    const answer = await shop.graphql(ask, { id: '1003', version }, { token });
    expect(answer).to.have.nested.property('errors[0].extensions.code', 'CONFLICT');
    const { status, html } = await shop.form(removal('1003'), { version }, { token });
    expect(status).to.equal(409);
    expect(elementWith(html, 'p', 'role="alert"')).to.contain('Others have changed the product');
    expect(html).to.contain('Moonshine');
    expect(await versionOf('1003')).to.not.equal('');
  });

  it('is asked about once more by a page that says what cannot be undone, and offers to hide it', async () => {
    expect((await shop.page('/desk/products/1004', { token })).html).to.contain(`href="${removal('1004')}"`);
    const { html } = await shop.page(removal('1004'), { token });
    expect(html).to.contain('This cannot be undone.').and.contain('href="/desk/products/1004#times"');
    expect(html).to.contain('Orders and invoices keep what they say of it.');
    for (const [prefix, words] of [
      ['/de', 'Endgültig löschen'],
      ['/ar', 'حذف نهائي'],
    ])
      expect((await shop.page(`${prefix}${removal('1004')}`, { token })).html).to.contain(words);
  });

  it('is deleted by the form of that page, without a script', async () => {
    const { html } = await shop.page(removal('1004'), { token });
    const version = /value="([^"]*)"/.exec(elementWith(html, 'input', 'name="version"'))?.[1] ?? '';
    const { status, location } = await shop.form(removal('1004'), { version }, { token });
    expect([status, location]).to.deep.equal([303, '/desk/products?saved=deleted#saved']);
    expect((await shop.page(location ?? '', { token })).html).to.contain('The product is deleted.');
    expect(await rowsOf('1004')).to.equal(0);
  });
});
