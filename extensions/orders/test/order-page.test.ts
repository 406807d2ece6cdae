import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

describe('orders: the page of an order', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  before(async () => {
    shop = await openOrders(neighbours, { locales: ['en-IE', 'de', 'ar'] });
  });
  after(() => shop.close());

  async function placed(form: string, opens = 'LATER') {
    neighbours.reset({ opens });
    const { order, key, address } = await place(shop, { form, cart: form });
    return { id: order?.id ?? '', key: key ?? '', address: address ?? '' };
  }

  it('has lines, totals with VAT, and a plain link to pay', async () => {
    const { id, address } = await placed('a', 'OPEN');
    const { html, status } = await shop.page(address);
    expect(status).to.equal(200);
    expect(html).to.contain('Vitamin C').and.contain('€24.90').and.contain('VAT 19 %').and.contain('Germany');
    expect(elementWith(html, 'a', `href="https://pay.example/${id}"`)).to.contain('noreferrer');
  });

  it('names the vouchers and what each took off, as the mail and the export do', async () => {
    neighbours.reset({ opens: 'LATER' });
    neighbours.reductions = [
      { label: 'Voucher TEN', amount: 200 },
      { label: 'Free delivery SHIP', amount: 0 },
    ];
    await shop.mails();
    const { order, address } = await place(shop, { form: 'v', cart: 'v', total: 2290 }, { id: 'vera' });
    const { html } = await shop.page(address ?? '');
    expect(html)
      .to.match(/Voucher TEN[\s\S]{0,80}-€2.00/)
      .and.contain('Free delivery SHIP')
      .and.not.contain('Reduction');
    const mail = (await shop.mails()).find(({ subject }) => subject.includes(order?.number ?? ''));
    expect(mail?.text).to.contain('Voucher TEN').and.contain('-€2.00');
    const { data } = await shop.ask<{ customerRecords: { json: string }[] }>(
      '{ customerRecords(customer: "vera") { json } }',
    );
    expect(data?.customerRecords.map(({ json }) => json).join()).to.contain('Voucher TEN');
    // One that was placed before its parts were kept.
    await shop.database.query("update orders set reductions = '[]' where order_id = $1", [order?.id]);
    expect((await shop.page(address ?? '')).html).to.match(/Reduction[\s\S]{0,80}-€2.00/);
  });

  for (const [locale, words] of [
    ['de', 'Vielen Dank'],
    ['ar', 'شكرًا'],
  ] as const)
    it(`speaks ${locale}`, async () => {
      const { address } = await placed(locale);
      expect((await shop.page(`/${locale}${address}`)).html).to.contain(words);
    });

  it('is not found without the key', async () => {
    const { id } = await placed('b');
    expect((await shop.page(`/orders/${id}`)).status).to.equal(404);
    expect((await shop.page(`/orders/${id}?key=wrong`)).status).to.equal(404);
  });

  it('lets the buyer withdraw in two steps, and acknowledges it by mail', async () => {
    const { id, key, address } = await placed('c');
    await shop.graphql(
      'mutation ($id: ID!) { sendOrder(id: $id) { sentAt } }',
      { id },
      { token: await shop.token({ permissions: ['orders:write'] }) },
    );
    const first = await shop.page(address);
    expect(first.html)
      .to.contain('Withdraw from contract here')
      .and.not.contain('Confirm withdrawal')
      .and.not.contain('Cancel this order');
    expect((await shop.page(`${address}&step=withdraw`)).html).to.contain('Confirm withdrawal');
    const { status, location } = await shop.form(`/orders/${id}/withdrawal?key=${key}`, {});
    expect([status, location]).to.deep.equal([303, address]);
    expect((await shop.page(address)).html)
      .to.contain('You withdrew from the contract')
      .and.not.contain('Withdraw from contract here');
    await shop.form(`/orders/${id}/withdrawal?key=${key}`, {});
    expect((await shop.mails()).filter(({ name }) => name === 'order-withdrawn')).to.have.lengthOf(1);
  });

  it('lets the buyer cancel what is not sent, and nothing of another', async () => {
    const { id, key, address } = await placed('d');
    expect((await shop.form(`/orders/${id}/cancel?key=wrong`, {})).status).to.equal(404);
    expect((await shop.form(`/orders/${id}/cancel?key=${key}`, {})).status).to.equal(303);
    expect((await shop.page(address)).html).to.contain('Your order is cancelled');
    expect(neighbours.taken('A1')).to.equal(0);
  });

  it('is in the history of its customer', async () => {
    await place(shop, { form: 'e', cart: 'e' }, { id: 'ann' });
    const { html } = await shop.page('/account', { token: await shop.token({ id: 'ann' }) });
    expect(html)
      .to.contain('Your orders')
      .and.match(/Order 1000\d\d/);
  });
});
