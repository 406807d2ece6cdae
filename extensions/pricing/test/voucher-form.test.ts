import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('pricing: vouchers in the cart', () => {
  const cart = { id: 'c1', country: 'IE', claims: [], lines: [] };
  let shop: TestExtension;
  let now: typeof cart | null = cart;
  before(async () => {
    shop = await openExtension('pricing', {
      locale: 'en-IE',
      locales: ['en-IE', 'de', 'ar'],
      mocks: { Query: { cart: () => now } },
    });
    await shop.database.query(`
      insert into voucher (code, kind, amount, valid_from, valid_until, most_uses, uses) values
        ('SOON', 'VOUCHER_AMOUNT', 500, now() + interval '1 day', null, null, 0),
        ('OLD', 'VOUCHER_AMOUNT', 500, now() - interval '2 days', now() - interval '1 day', null, 0),
        ('GONE', 'VOUCHER_AMOUNT', 500, now(), null, 3, 3)`);
  });
  after(() => shop.close());
  afterEach(async () => {
    now = cart;
    await shop.database.query('delete from cart_voucher');
  });

  const codes = () => shop.database.query('select code from cart_voucher order by code');

  it('are put in by the form, whatever the case, once, and taken out', async () => {
    for (const code of ['welcome10', ' WELCOME10 ']) {
      const { status, location } = await shop.form('/cart/vouchers', { code });
      expect([status, location]).to.deep.equal([303, '/cart']);
    }
    expect(await codes()).to.deep.equal([{ code: 'WELCOME10' }]);
    const { html } = await shop.page('/cart');
    expect(html).to.contain('Voucher WELCOME10').and.to.contain('action="/cart/vouchers/WELCOME10/removal"');
    expect((await shop.form('/cart/vouchers/WELCOME10/removal', {})).location).to.equal('/cart');
    expect(await codes()).to.deep.equal([]);
  });

  it('are put in and taken out by a program', async () => {
    const { status, body } = await shop.rest('POST', '/cart/vouchers', { body: { code: 'FREEPOST' } });
    expect([status, body]).to.deep.equal([201, { success: true, data: { code: 'FREEPOST' } }]);
    expect((await shop.rest('POST', '/cart/vouchers/FREEPOST/removal', { body: {} })).status).to.equal(200);
    expect(await codes()).to.deep.equal([]);
  });

  for (const [code, says] of [
    ['', 'Enter the code of the voucher.'],
    ['NONE', 'There is no voucher with this code.'],
    ['SOON', 'This voucher cannot be used yet.'],
    ['OLD', 'This voucher has expired.'],
    ['GONE', 'This voucher is used up.'],
  ] as const)
    it(`are refused at the field: "${code}": ${says}`, async () => {
      const { status, html } = await shop.form('/cart/vouchers', { code });
      expect(status).to.equal(400);
      expect(elementWith(html, 'p', 'id="voucher-code-error"')).to.contain(says);
      expect(elementWith(html, 'input', 'id="voucher-code"')).to.contain(`value="${code}"`);
      expect(await codes()).to.deep.equal([]);
    });

  it('say when they no longer count', async () => {
    await shop.database.query("insert into cart_voucher (cart_id, code) values ('c1', 'GONE'), ('c1', 'FREEPOST')");
    const { html } = await shop.page('/cart');
    expect(html).to.contain('Voucher FREEPOST: free delivery').and.to.contain('This voucher is used up.');
    const { data } = await shop.graphql('{ cart { totals { reductions { label amount } } } }');
    expect(data).to.deep.equal({
      cart: { totals: { reductions: [{ label: 'Voucher FREEPOST: free delivery', amount: 0 }] } },
    });
  });

  it('speak German and Arabic', async () => {
    expect((await shop.form('/de/cart/vouchers', { code: 'OLD' })).html).to.contain('ist abgelaufen');
    expect((await shop.form('/ar/cart/vouchers', { code: 'OLD' })).html).to.contain('انتهت صلاحية هذه القسيمة');
  });

  it('need a cart', async () => {
    now = null;
    for (const path of ['/cart/vouchers', '/cart/vouchers/TEA5/removal'])
      expect((await shop.rest('POST', path, { body: { code: 'TEA5' } })).status).to.equal(404);
    expect((await shop.page('/cart')).html).to.not.contain('voucher-code');
  });

  it('go with the lines of a cart into another one, each once', async () => {
    await shop.database.query(
      `insert into cart_voucher (cart_id, code) values ('c0', 'TEA5'), ('c0', 'FREEPOST'), ('c1', 'TEA5')`,
    );
    for (let time = 0; time < 2; time++) await shop.publish('cart.merged', { from: 'c0', to: 'c1' });
    const rows = await shop.database.query('select cart_id, code from cart_voucher order by code');
    expect(rows).to.deep.equal([
      { cart_id: 'c1', code: 'FREEPOST' },
      { cart_id: 'c1', code: 'TEA5' },
    ]);
  });

  it('are forgotten as carts are', async () => {
    await shop.database.query(`
      insert into cart_voucher (cart_id, code, added_at) values
        ('old', 'TEA5', now() - interval '401 days'), ('new', 'FREEPOST', now())`);
    await shop.runJob('forgetVouchers');
    expect(await codes()).to.deep.equal([{ code: 'FREEPOST' }]);
  });

  it('cannot be guessed: the route has a limit', async () => {
    const answers = [];
    for (let count = 0; count < 21; count++) answers.push(await shop.form('/cart/vouchers', { code: 'GUESS' }));
    const last = answers.at(-1);
    expect(last?.status).to.equal(429);
    expect(elementWith(last?.html ?? '', 'p', 'id="voucher-code-error"')).to.contain('.');
  });
});
