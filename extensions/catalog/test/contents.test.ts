import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';
import { readContent } from '../src/desk/content-field.ts';
import { unitMoney, type VariantContent } from '../src/variant-content.ts';

describe('catalog: the price of a kilogram or a litre', () => {
  for (const [money, amount, unit, price] of [
    [1190, 1, 'kg', 1190],
    [6490, 2, 'kg', 3245],
    [645, 450, 'g', 1433],
    [999, 750, 'ml', 1332],
    [1, 8, 'g', 125],
    [1, 16, 'g', 63],
    [5, 10, 'kg', 1],
    [1049, 100, 'l', 10],
    [1050, 100, 'l', 11],
    [349, 0.75, 'l', 465],
    [100, 0.3, 'kg', 333],
    [99999999, 0.001, 'g', 99999999000000],
    [0, 500, 'g', 0],
  ] as const)
    it(`is ${price} for ${amount} ${unit} at ${money}, rounded half up`, () => {
      expect(unitMoney(money, { amount, unit })).to.equal(price);
    });

  it('is the same for a content in both of its units', () => {
    for (const [small, large] of [
      ['g', 'kg'],
      ['ml', 'l'],
    ] satisfies [VariantContent['unit'], VariantContent['unit']][])
      for (let money = 1; money < 500; money += 7)
        expect(unitMoney(money, { amount: 725, unit: small })).to.equal(
          unitMoney(money, { amount: 0.725, unit: large }),
        );
  });
});

describe('catalog: how much is in a variant', () => {
  let shop: TestExtension;
  let token: string;
  before(async () => {
    shop = await openExtension('catalog', { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['catalog:write'] });
  });
  after(() => shop.close());

  const post = (path: string, body: object) =>
    shop.rest<{ error?: string; data: { productId: string } }>('POST', `/desk/${path}`, { body, token });
  const tea = { name: 'Tea', price: '9.90', taxClass: 'reduced', published: true };
  const add = async (sku: string, content?: string) =>
    (await post('products', { ...tea, name: `Tea ${sku}`, sku, content })).body.data.productId;
  interface DeskProduct {
    readonly content: string | null;
    readonly version: string;
    readonly variants: readonly { readonly sku: string; readonly content: string | null; readonly version: string }[];
  }
  const read = async (id: string) => {
    const text = 'query ($id: ID!) { deskProduct(id: $id) { content version variants { sku content version } } }';
    const { data } = await shop.graphql<{ deskProduct: DeskProduct }>(text, { id }, { token });
    return data?.deskProduct ?? expect.fail('no product');
  };
  const contentsOf = async (id: string) => {
    const text = '{ content { amount unit } variants { content { amount unit } } }';
    return (await shop.graphql(`{ product(id: ${id}) ${text} }`)).data;
  };

  it('is that of the product for the first, its own for others, and null for what is sold by the piece', async () => {
    const [small, large] = [
      { amount: 900, unit: 'g' },
      { amount: 2, unit: 'kg' },
    ];
    expect(await contentsOf('1043')).to.deep.equal({
      product: { content: small, variants: [small, { amount: 450, unit: 'g' }, large].map((content) => ({ content })) },
    });
    expect(await contentsOf('1001')).to.deep.equal({
      product: { content: null, variants: [{ content: null }, { content: null }] },
    });
  });

  it('comes with a list, and with its translations, by no statement more', async () => {
    for (const locale of ['en', 'de']) {
      shop.queries();
      const text =
        '{ products(first: 50) { nodes { content { amount } } } variant(sku: "OIL-MCT-250") { content { unit } } }';
      const { data } = await shop.graphql(text, {}, { headers: { 'accept-language': locale } });
      expect(data).to.deep.nested.include({
        'products.nodes[23].content': { amount: 500 },
        'variant.content.unit': 'ml',
      });
      expect(shop.queries()).to.have.lengthOf(2);
    }
  });

  for (const [prefix, first, second] of [
    ['', '(€35.00 per l)', '(€42.00 per l)'],
    ['/de', '(35,00\u00A0€ / l)', '(42,00\u00A0€ / l)'],
    ['/ar', 'للتر)', '42'],
  ] as const)
    it(`stands beside each price as the price of a litre at ${prefix}/products/1024`, async () => {
      const { html } = await shop.page(`${prefix}/products/1024`);
      const details = html.slice(html.indexOf('<article'), html.indexOf('</article'));
      expect(details).to.contain(first);
      const variants = html.slice(html.indexOf('aria-labelledby="variants"'));
      expect(variants).to.contain(first).and.contain(second);
      expect((await shop.page(`${prefix}/products/1001`)).html.split('aria-labelledby="related"')[0]).to.not.contain(
        '<small',
      );
    });

  it('stands on the cards of the home page, of a category, of a search and of related products', async () => {
    const { html } = await shop.page('/ar/products/1057');
    expect(html.slice(html.indexOf('aria-labelledby="related"'))).to.contain('للكيلوغرام)');
    for (const path of ['/?page=3', '/categories/tea', '/?search=sencha'])
      expect((await shop.page(path)).html, path).to.contain('(€96.00 per kg)');
  });

  for (const [text, content] of [
    ['450 g', '450 g'],
    [' 0,75L ', '0.75 l'],
    ['1.500kg', '1.5 kg'],
    ['007 ml', '7 ml'],
    ['', ''],
    ['a cup', 'a cup'],
  ] as const)
    it(`is ${JSON.stringify(content)} where people write ${JSON.stringify(text)}`, () => {
      expect(readContent(text)).to.equal(content);
    });

  it('is set and taken away by the form of the product, and the trail says so', async () => {
    const id = await add('CON-1', '0,5 KG');
    expect(await contentsOf(id)).to.deep.nested.include({ 'product.content': { amount: 0.5, unit: 'kg' } });
    expect(await add('CON-1', '0.50 kg')).to.equal(id);
    const change = async (content: string | undefined, version: string) =>
      (await post(`products/${id}/facts`, { ...tea, name: 'Tea CON-1', content, version })).status;
    const { version } = await read(id);
    expect(await change('500 g', version)).to.equal(200);
    expect((await shop.records()).at(-1)).to.deep.include({ from: { content: '0.5 kg' }, to: { content: '500 g' } });
    expect(await change('600 g', version)).to.equal(409);
    expect((await read(id)).content).to.equal('500 g');
    expect(await change(undefined, (await read(id)).version)).to.equal(200);
    expect((await read(id)).content).to.equal(null);
  });

  it('is set and taken away by the form of a variant, but not of the first', async () => {
    const id = await add('CON-2', '250 g');
    await post(`products/${id}/variants`, { sku: 'CON-2B', price: '19', content: '1,5 kg' });
    const change = async (place: number, content: string) => {
      const { sku, version } = (await read(id)).variants[place] ?? expect.fail('no variant');
      return (await post(`products/${id}/variant`, { sku, label: 'Size', price: '19', content, version })).status;
    };
    const contents = async () => (await read(id)).variants.map(({ content }) => content);
    expect(await contents()).to.deep.equal([null, '1.5 kg']);
    expect(await change(0, '3 kg')).to.equal(200);
    expect(await change(1, '2 kg')).to.equal(200);
    expect(await contents()).to.deep.equal([null, '2 kg']);
    expect((await shop.records()).at(-1)).to.deep.include({
      from: { sku: 'CON-2B', content: '1.5 kg', label: '' },
      to: { sku: 'CON-2B', content: '2 kg', label: 'Size' },
    });
    expect(await change(1, '')).to.equal(200);
    expect(await contents()).to.deep.equal([null, null]);
    expect((await read(id)).content).to.equal('250 g');
  });

  for (const content of ['0 g', '0,000 l', '-1 kg', '450', 'g', '450 oz', '1.2345 kg', '123456 g', '1e3 g', '١ kg'])
    it(`is refused as ${JSON.stringify(content)}, at its field`, async () => {
      const fields = { sku: 'CON-X', ...tea, published: 'true' };
      const { status, html } = await shop.form('/desk/products', { ...fields, content }, { token });
      expect(status).to.equal(400);
      expect(elementWith(html, 'input', 'name="content"'))
        .to.contain('aria-invalid="true"')
        .and.contain(content);
      expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('Enter an amount with a unit');
      const variant = await post('products/1001/variants', { sku: 'CON-Y', price: '9', content });
      expect([variant.status, variant.body.error]).to.match(/^400,.*with a unit/);
    });

  it('is never zero, without a unit, or that of the first variant twice, whoever writes it', async () => {
    for (const [table, values, name] of [
      ['product', "content_amount = 0, content_unit = 'g'", /product_content_amount_check/],
      ['product', 'content_amount = 1', /product_content_whole/],
      ['product', "content_amount = 1, content_unit = 'oz'", /product_content_unit_check/],
      ['product_variant', "content_amount = 1, content_unit = 'g'", /product_variant_first_content/],
    ] as const) {
      const answer = await shop.database.query(`update ${table} set ${values} where product_id = 1001`).catch(String);
      expect(answer).to.match(name);
    }
  });

  context('in a CSV file', () => {
    const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'text/csv' });
    const send = async (body: string) => {
      const answer = await fetch(`${shop.url}/desk/products.csv?apply=true`, {
        method: 'POST',
        headers: headers(),
        body,
      });
      return (await answer.json()) as {
        data: { changed: number; errors: { line: number; field: string; why: string }[] };
      };
    };
    const csv = async () => await (await fetch(`${shop.url}/desk/products.csv`, { headers: headers() })).text();

    it('goes out and comes back', async () => {
      expect(await csv()).to.match(/"OIL-MCT-500",.*"17.50","500 ml","reduced"/);
      await send('sku,name,price,content\nCSV-C,Comb honey,4,"0,25KG"\nOIL-COD-250,Cod Liver Oil Lemon,18.20,\n');
      expect(await csv())
        .to.match(/"CSV-C",.*"4.00","0.25 kg","standard"/)
        .and.to.match(/"OIL-COD-250",.*"18.20","","reduced"/);
    });

    it('stays where the file has no such column', async () => {
      expect((await send('sku,price\nOIL-MCT-500,16\n')).data.changed).to.equal(1);
      expect(await csv()).to.match(/"OIL-MCT-500",.*"16.00","500 ml"/);
    });

    it('is refused with its line', async () => {
      const { data } = await send(
        'sku,content\nOIL-MCT-500,0 ml\nOIL-NIG-250,-2 l\nTEA-SENC-100,3 oz\nFOO-HONA-500,1 kg\n',
      );
      expect(data.errors.map(({ line, field }) => `${line} ${field}`)).to.deep.equal([
        '2 content',
        '3 content',
        '4 content',
      ]);
      expect(data.errors[0]?.why).to.contain('Enter an amount with a unit');
      expect(await csv()).to.match(/"FOO-HONA-500",.*"500 g"/);
    });
  });
});
