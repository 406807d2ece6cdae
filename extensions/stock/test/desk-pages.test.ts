import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('stock: pages of the desk', () => {
  let stock: TestExtension;
  let token: string;
  before(async () => {
    const product = {
      productId: '1',
      name: 'Tea',
      variants: [
        { sku: 'A', label: null },
        { sku: 'B', label: 'Big' },
      ],
    };
    stock = await openExtension('stock', {
      seed: false,
      locales: ['en-IE', 'de'],
      mocks: { Query: { product, deskProduct: { productId: '1' } }, Variant: { product } },
    });
    token = await stock.token({ permissions: ['stock:write', 'catalog:write', 'desk:use'] });
    await stock.database.query("insert into level (sku, on_hand, reserved) values ('A', 10, 4), ('B/1', 2, 0)");
  });
  after(() => stock.close());

  for (const [path, part] of [
    ['/desk/stock', 'href="/desk/stock/B%2F1"'],
    ['/desk/stock?low=true', 'Runs out'],
    ['/desk/stock?search=none', 'Nothing is counted here.'],
    ['/desk/stock/A', 'value="10"'],
    ['/desk/stock/B%2F1', 'value="2"'],
    ['/de/desk/stock', 'Bestand'],
  ] as const)
    it(`shows ${path} to those who may, and to no other`, async () => {
      const { status, html } = await stock.page(path, { token });
      expect(status).to.equal(200);
      expect(html).to.contain(part);
      expect((await stock.page(path)).status).to.equal(401);
    });

  it('counts by the form, and shows a refused one again with the number that is there now', async () => {
    const fields = { sku: 'A', onHand: '12', seen: '10', reason: 'count' };
    const { status, location } = await stock.form('/desk/stock/A', fields, { token });
    expect([status, location]).to.deep.equal([303, '/desk/stock/A?saved=stock#saved']);
    const { status: late, html } = await stock.form('/desk/stock/A', { ...fields, onHand: '15' }, { token });
    expect(late).to.equal(409);
    expect(elementWith(html, 'p', 'class="desk-error"')).to.contain('Now: 12');
    expect(elementWith(html, 'input', 'name="onHand"')).to.contain('value="15"');
    expect(elementWith(html, 'input', 'name="seen"')).to.contain('value="12"');
  });

  it('counts from the list what is not counted yet, and nothing else', async () => {
    const { html } = await stock.page('/desk/stock', { token });
    expect(elementWith(html, 'form', 'action="/desk/stock#count"')).to.contain('name="sku"');
    const count = (sku: string, onHand: string) =>
      stock.form('/desk/stock', { sku, onHand, reason: 'delivery' }, { token });
    for (let time = 0; time < 2; time++)
      expect(await count(' NEW ', '50')).to.include({ status: 303, location: '/desk/stock/NEW?saved=stock#saved' });
    for (const [sku, onHand, status, says] of [
      ['NEW', '6', 409, 'This item is counted already.'],
      ['NEWER', '-1', 400, 'Enter a whole number from 0 on.'],
      [' ', '1', 400, 'is required'],
      ['NEW\0', '1', 400, 'SKUs have 1 to 100 characters.'],
    ] as const) {
      const refused = await count(sku, onHand);
      expect(refused.status).to.equal(status);
      expect(elementWith(refused.html, 'p', 'class="desk-error"')).to.contain(says);
    }
    const rows = await stock.database.query("select sku, on_hand from level where sku like 'NEW%'");
    expect(rows).to.deep.equal([{ sku: 'NEW', on_hand: 50 }]);
    expect((await stock.records()).filter(({ subject }) => subject === 'sku:NEW')).to.have.length(1);
  });

  it('knows no other SKU', async () => {
    expect((await stock.page('/desk/stock/none', { token })).status).to.equal(404);
  });

  it('has a section at the product: a refused count is shown at its variant', async () => {
    const { html } = await stock.page('/desk/products/1', { token });
    expect(html).to.contain('Orders hold 4.').and.contain('not counted');
    const fields = { sku: 'B', onHand: '-1', seen: '', reason: 'count' };
    const refused = await stock.form('/desk/products/1/stock', fields, { token });
    expect(refused.status).to.equal(400);
    expect(refused.html.match(/desk-error/g)).to.have.lengthOf(1);
    const { location } = await stock.form('/desk/products/1/stock', { ...fields, onHand: '7' }, { token });
    expect(location).to.equal('/desk/products/1?saved=stock#saved');
  });

  it('hides the section from those who may not count', async () => {
    const other = await stock.token({ permissions: ['catalog:write', 'desk:use'] });
    expect((await stock.page('/desk/products/1', { token: other })).html).to.not.contain('Orders hold');
  });

  it('says at the start of the desk what runs out', async () => {
    const { status, html } = await stock.page('/desk', { token });
    expect(status).to.equal(200);
    expect(html).to.contain('1 item runs out.').and.contain('/desk/stock?low=true');
  });
});
