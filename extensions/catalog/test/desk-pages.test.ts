import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('catalog: pages of the desk', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const page = (path: string) => shop.page(path, { token });
  const form = (path: string, fields: Readonly<Record<string, string>>) => shop.form(path, fields, { token });
  const hidden = (html: string, name: string, after = '') =>
    /value="([^"]*)"/.exec(elementWith(html.slice(html.indexOf(after)), 'input', `name="${name}"`))?.[1] ?? '';
  const facts = { price: '9.90', taxClass: 'reduced', published: 'false', category: '', description: '' };

  for (const [path, part] of [
    ['/desk/products', 'Vitamin C 1000 mg'],
    ['/desk/products?search=d2000', 'No product fits.'],
    ['/desk/products?search=vit-d2000', 'Vitamin D3 2000 IU'],
    ['/desk/products/new', 'New product'],
    ['/desk/products/1001', 'value="Vitamin C 1000 mg"'],
    ['/desk/categories', 'Vitamins'],
    ['/de/desk/products', 'Veröffentlicht'],
    ['/ar/desk/categories', 'الفئات'],
  ] as const)
    it(`shows ${path} to those who may, and to no other`, async () => {
      const { status, html } = await page(path);
      expect(status).to.equal(200);
      expect(html).to.contain(part);
      expect((await shop.page(path)).status).to.equal(401);
      expect((await shop.page(path, { token: await shop.token({ permissions: ['a:b'] }) })).status).to.equal(403);
    });

  it('has no page of what is not there', async () => {
    for (const path of ['/desk/products/999999', '/desk/products/x', '/desk/categories/999999'])
      expect((await page(path)).status).to.equal(404);
  });

  it('adds a product by its form: a draft, whose page says so', async () => {
    const { status, location } = await form('/desk/products', { ...facts, sku: 'P-1', name: 'Numbat' });
    expect([status, location]).to.match(/^303,\/desk\/products\/\d+\?saved=product#saved$/);
    const { html } = await page(location ?? '');
    expect(html).to.contain('Saved.').and.to.contain('Draft');
  });

  it('shows the form again with what was typed, and what is wrong at its field', async () => {
    const { status, html } = await form('/desk/products', { ...facts, sku: 'VIT-C1000-90', name: 'Kept' });
    expect(status).to.equal(409);
    expect(elementWith(html, 'input', 'name="name"')).to.contain('value="Kept"');
    expect(elementWith(html, 'input', 'name="sku"')).to.contain('aria-invalid="true"');
    expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('This is taken.');
    const refused = await form('/desk/products', { ...facts, sku: 'P-2', name: 'Kept', price: 'much' });
    expect(refused.status).to.equal(400);
    expect(elementWith(refused.html, 'input', 'name="price"'))
      .to.contain('aria-invalid')
      .and.contain('value="much"');
  });

  it('shows a taken slug of a new product at the field of the slug', async () => {
    const slug = 'folic-acid-400-ug';
    const { status, html } = await form('/desk/products', { ...facts, sku: 'P-3', name: 'Kept', slug });
    expect(status).to.equal(409);
    expect(elementWith(html, 'input', 'name="slug"')).to.contain('aria-invalid="true"');
    expect(elementWith(html, 'input', 'name="sku"')).to.not.contain('aria-invalid="true"');
  });

  it('tells the second of two editors what is there now, and takes what they send then', async () => {
    const { html } = await page('/desk/products/1002');
    const version = hidden(html, 'version', 'id="facts"');
    const path = '/desk/products/1002/facts';
    const change = { ...facts, published: 'true', version };
    expect((await form(path, { ...change, name: 'First' })).location).to.equal('/desk/products/1002?saved=facts#saved');
    const second = await form(path, { ...change, name: 'Second' });
    expect(second.status).to.equal(409);
    expect(elementWith(second.html, 'p', 'class="desk-error"')).to.contain('Now: First');
    expect(elementWith(second.html, 'input', 'name="name"')).to.contain('value="Second"');
    const again = { ...change, name: 'Second', version: hidden(second.html, 'version', 'id="facts"') };
    expect((await form(path, again)).status).to.equal(303);
    expect((await page('/desk/products/1002')).html).to.contain('value="Second"');
  });

  it('still refuses an editor who has not seen the other change when a mistake is mended', async () => {
    const path = '/desk/products/1003/facts';
    const version = hidden((await page('/desk/products/1003')).html, 'version', 'id="facts"');
    const change = { ...facts, published: 'true', version };
    expect((await form(path, { ...change, name: 'First' })).status).to.equal(303);
    const mistaken = await form(path, { ...change, name: 'Second', price: 'much' });
    expect(mistaken.status).to.equal(400);
    const mended = { ...change, name: 'Second', version: hidden(mistaken.html, 'version', 'id="facts"') };
    expect((await form(path, mended)).status).to.equal(409);
  });

  it('shows a refused translation at its language alone', async () => {
    const { status, html } = await form('/desk/products/1001/translations', {
      locale: 'ar',
      name: 'x',
      version: 'old',
    });
    expect(status).to.equal(409);
    const [, german = '', arabic = ''] = html.split('id="text-');
    expect(german).to.not.contain('desk-error');
    expect(arabic).to.contain('desk-error').and.contain('value="x"');
  });

  it('shows a refused variant at its form alone', async () => {
    const change = { sku: 'VIT-D2000-240', label: '240', price: 'dear', version: 'old' };
    const { status, html } = await form('/desk/products/1002/variant', change);
    expect(status).to.equal(400);
    expect(html.match(/desk-error/g)).to.have.lengthOf(1);
  });

  it('says why a category stays', async () => {
    const { html } = await page('/desk/categories');
    const [, path = ''] = /href="(\/desk\/categories\/\d+)"/.exec(html) ?? [];
    const refused = await form(`${path}/removal`, {});
    expect(refused.status).to.equal(409);
    expect(elementWith(refused.html, 'p', 'role="alert"')).to.contain('Move them first.');
  });

  it('lists 1,000 products a page at a time', async () => {
    await shop.database.query(`insert into product (name, price_cents, sku)
      select 'Many ' || n, n, 'MANY-' || n from generate_series(1, 1000) n`);
    const { html } = await page('/desk/products?sort=name&page=7');
    expect(html).to.contain('page=8');
    expect(html.match(/<tr>/g)).to.have.lengthOf(101);
  });
});
