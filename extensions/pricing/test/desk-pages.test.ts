import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('pricing: pages of the desk', () => {
  let shop: TestExtension;
  let token: string;
  let pastBase: readonly object[] = [];
  before(async () => {
    const variants = [
      { sku: 'VIT-D2000-120', baseMoney: 950 },
      { sku: 'B', baseMoney: 2000 },
    ];
    shop = await openExtension('pricing', {
      locales: ['en-IE', 'de', 'ar'],
      mocks: {
        Query: { deskProduct: { productId: '1' }, pastBaseMoney: () => pastBase },
        Product: { variants },
      },
    });
    token = await shop.token({ permissions: ['pricing:write', 'catalog:write'] });
  });
  after(() => shop.close());

  const form = (path: string, fields: Readonly<Record<string, string>>) => shop.form(path, fields, { token });

  for (const [path, part] of [
    ['/desk/price-lists', 'href="/desk/price-lists/1"'],
    ['/desk/price-lists/1', 'value="2026-01-01T00:00"'],
    ['/desk/vouchers', 'End TEA5 now'],
    ['/desk/vouchers?search=none', 'No voucher fits.'],
    ['/de/desk/vouchers', 'TEA5 jetzt beenden'],
    ['/ar/desk/price-lists', 'قوائم الأسعار'],
    ['/desk/products/1', 'Autumn'],
  ] as const)
    it(`shows ${path} to those who may, and to no other`, async () => {
      const { status, html } = await shop.page(path, { token });
      expect(status).to.equal(200);
      expect(html).to.contain(part);
      expect((await shop.page(path)).status).to.equal(401);
    });

  it('has no page of a price list that is not there', async () => {
    expect((await shop.page('/desk/price-lists/999999', { token })).status).to.equal(404);
  });

  it('hides prices from those who may not change them', async () => {
    const other = await shop.token({ permissions: ['catalog:write'] });
    expect((await shop.page('/desk/products/1', { token: other })).html).to.not.contain('Autumn');
  });

  it('sets a price by the form, and shows a refused one again', async () => {
    const fields = { sku: 'B', list: '1', price: '15' };
    const { location } = await form('/desk/products/1/prices', fields);
    expect(location).to.equal('/desk/products/1?saved=prices#saved');
    expect((await shop.page('/desk/products/1', { token })).html).to.contain('€15.00');
    const { status, html } = await form('/desk/products/1/prices', { ...fields, price: 'much' });
    expect(status).to.equal(400);
    expect(elementWith(html, 'input', 'name="price"'))
      .to.contain('value="much"')
      .and.contain('aria-invalid');
    const removed = await form('/desk/products/1/prices/removal', { sku: 'B', list: '1' });
    expect(removed.location).to.equal('/desk/products/1?saved=prices#saved');
  });

  it('says of a list whose price is not below the lowest of 30 days that it is no reduction', async () => {
    const saying = (price: string) => `Not below €${price}, the lowest price of the 30 days before`;
    const set = async (price: string) => {
      await form('/desk/products/1/prices', { sku: 'B', list: '1', price });
      return (await shop.page('/desk/products/1', { token })).html;
    };
    await shop.database.query('delete from past_list_price');
    expect(await set('18')).to.not.contain('Not below');
    pastBase = [{ sku: 'B', money: 1500, until: new Date(Date.now() - 24 * 3600 * 1000).toISOString() }];
    expect(await set('17')).to.contain(saying('15.00'));
    expect(await set('14')).to.not.contain('Not below');
    await shop.database.query("insert into price_list (name, valid_from) values ('Later', now() + interval '1 day')");
    const [later] = await shop.database.query<{ id: string }>(
      "select price_list_id::text as id from price_list where name = 'Later'",
    );
    await form('/desk/products/1/prices', { sku: 'B', list: later?.id ?? '', price: '14.50' });
    expect((await shop.page('/desk/products/1', { token })).html).to.contain(saying('14.00'));
    await shop.database.query("delete from price_list where name = 'Later'");
    await form('/desk/products/1/prices/removal', { sku: 'B', list: '1' });
    pastBase = [];
  });

  it('refuses a list that ends before it begins, at the field', async () => {
    const fields = { name: 'X', priority: '1', from: '2026-06-01T00:00', until: '2026-05-01T00:00' };
    const { status, html } = await form('/desk/price-lists', fields);
    expect(status).to.equal(400);
    expect(elementWith(html, 'input', 'name="until"'))
      .to.contain('aria-invalid')
      .and.contain('2026-05-01T00:00');
  });

  it('tells the second of two editors of a list', async () => {
    const { html } = await shop.page('/desk/price-lists/1', { token });
    const [, version = ''] = /value="([^"]*)"/.exec(elementWith(html, 'input', 'name="version"')) ?? [];
    const fields = { name: 'Autumn', priority: '11', from: '2026-01-01T00:00', until: '', version };
    expect((await form('/desk/price-lists/1', fields)).location).to.equal('/desk/price-lists?saved=list#saved');
    const late = await form('/desk/price-lists/1', { ...fields, priority: '12' });
    expect(late.status).to.equal(409);
    expect(elementWith(late.html, 'p', 'class="desk-error"')).to.contain('Now: 11');
    expect(elementWith(late.html, 'input', 'name="priority"')).to.contain('value="12"');
  });

  it('creates and ends a voucher by forms', async () => {
    const fields = {
      code: 'spring',
      kind: 'VOUCHER_AMOUNT',
      amount: '3',
      from: '',
      until: '',
      onceEach: 'true',
      mostUses: '',
    };
    expect((await form('/desk/vouchers', fields)).location).to.equal('/desk/vouchers?saved=voucher#saved');
    expect((await shop.page('/desk/vouchers', { token })).html)
      .to.contain('SPRING')
      .and.contain('€3.00');
    expect((await form('/desk/vouchers/SPRING/end', {})).location).to.equal('/desk/vouchers?saved=ended#saved');
    // As it was, it has ended.
    for (const other of [{ amount: '4' }, {}]) {
      const refused = await form('/desk/vouchers', { ...fields, ...other });
      expect(refused.status).to.equal(409);
      expect(elementWith(refused.html, 'p', 'class="desk-error"')).to.contain('This is taken.');
    }
  });
});
