import { expect } from 'chai';
import { StoaError } from 'stoa';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop, stateOf } from './place.ts';

describe('orders: placing', () => {
  let neighbours: Neighbours;
  let shop: Shop;
  before(async () => {
    neighbours = new Neighbours();
    shop = await openOrders(neighbours);
  });
  after(() => shop.close());

  it('holds the stock, closes the cart and opens the payment', async () => {
    const placed = await place(shop, { form: 'a', cart: 'cart-a' });
    expect(placed).to.include({ state: 'PLACED', total: 2490 });
    expect(placed.order).to.include({ state: 'PENDING' });
    expect(placed.order?.payAddress).to.equal(`https://pay.example/${placed.order?.id}`);
    expect(neighbours.closedCarts.get('cart-a')).to.equal(placed.order?.id);
  });

  it('takes the same form twice at once for one order, and gives both a key', async () => {
    const both = await Promise.all([1, 2].map(() => place(shop, { form: 'b', cart: 'cart-b' })));
    expect(both[0]?.order?.id).to.equal(both[1]?.order?.id);
    for (const { key, order } of both) expect(await stateOf(shop, order?.id, key)).to.equal('PENDING');
  });

  it('answers a second click with the order of the first one, which has closed the cart meanwhile', async () => {
    let first: Awaited<ReturnType<typeof place>> | undefined;
    neighbours.beforeCart = async () => {
      first = await place(shop, { form: 'm', cart: 'cart-m' });
      shop.cart.id = 'the next cart';
    };
    const second = await place(shop, { form: 'm', cart: 'cart-m' });
    expect(second).to.deep.include({ state: 'PLACED' });
    expect(second.order?.id).to.equal(first?.order?.id);
  });

  it('takes a cart once, whatever form it comes from', async () => {
    const both = await Promise.all(['c1', 'c2'].map((form) => place(shop, { form, cart: 'cart-c' })));
    expect(both.map(({ state }) => state).sort()).to.deep.equal(['PLACED', 'REFUSED']);
  });

  it('refuses another total than the buyer has seen, and stores nothing', async () => {
    const placed = await place(shop, { form: 'd', cart: 'cart-d', total: 2489 });
    expect(placed).to.deep.include({ state: 'CHANGED', total: 2490, order: null });
    expect(await shop.database.query("select from orders where cart_id = 'cart-d'")).to.deep.equal([]);
  });

  for (const [what, change] of [
    ['a cart of another', { cart: 'cart-x', sameCart: false }],
    ['a way to pay that is gone', { paymentMethod: 'Gone' }],
    ['another way of delivery than the cart has', { deliveryMethod: 'gone' }],
    ['another country than the cart has', { country: 'FR' }],
    ['an address that is none', { email: 'ann' }],
    ['other lines at the same total', { lines: [{ sku: 'B1', quantity: 2 }] }],
    ['fewer lines at the same total', { lines: [] }],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect(await place(shop, { form: what, cart: 'cart-e', ...change })).to.deep.include({
        state: 'REFUSED',
        order: null,
      });
    });

  it('takes the lines that the buyer has seen', async () => {
    const placed = await place(shop, { form: 'seen', cart: 'cart-seen', lines: [{ sku: 'A1', quantity: 2 }] });
    expect(placed).to.deep.include({ state: 'PLACED' });
  });

  it('closes the cart with its lines, so that others stay', async () => {
    await place(shop, { form: 'closed', cart: 'cart-closed' });
    expect(neighbours.closedLines).to.deep.equal([{ sku: 'A1', quantity: 2 }]);
  });

  it('says that the way of delivery is no longer offered', async () => {
    neighbours.delivers = false;
    const placed = await place(shop, { form: 'n', cart: 'cart-n' });
    neighbours.delivers = true;
    expect(placed).to.deep.include({ state: 'NO_DELIVERY', order: null });
  });

  it('is unavailable while the cart is', async () => {
    neighbours.beforeCart = async () => {
      throw new StoaError('UNAVAILABLE', 'The database cannot be reached; try again.');
    };
    const failed = await place(shop, { form: 'away', cart: 'cart-away' }).catch((error: Error) => error.message);
    expect(failed).to.include('"code":"UNAVAILABLE"');
  });

  it('is unavailable while the chosen way of delivery is', async () => {
    neighbours.isDeliveryAway = true;
    const failed = await place(shop, { form: 'no-way', cart: 'cart-way' }).catch((error: Error) => error.message);
    neighbours.isDeliveryAway = false;
    expect(failed).to.include('"code":"UNAVAILABLE"');
  });

  it('keeps the refusal for want of stock, also when there is more by then', async () => {
    neighbours.onHand.set('A1', 1);
    const first = await place(shop, { form: 'f', cart: 'cart-f' });
    expect(first).to.deep.include({ state: 'OUT', missing: ['A1'] });
    neighbours.onHand.set('A1', 10);
    expect(await place(shop, { form: 'f', cart: 'cart-f' })).to.deep.include({ state: 'OUT', missing: ['A1'] });
    expect(await place(shop, { form: 'g', cart: 'cart-f' })).to.include({ state: 'PLACED' });
  });

  it('rejects an order whose voucher is used up, keeps that, and says which one it is', async () => {
    neighbours.vouchers.set('TEN', 0);
    const first = await place(shop, { form: 'v', cart: 'cart-v' });
    expect(first).to.deep.include({ state: 'VOUCHER_REFUSED', missing: ['TEN'] });
    neighbours.vouchers.set('TEN', 1);
    expect(await place(shop, { form: 'v', cart: 'cart-v' })).to.deep.include({ state: 'VOUCHER_REFUSED' });
    expect(await place(shop, { form: 'w', cart: 'cart-v' })).to.include({ state: 'PLACED' });
    neighbours.vouchers.clear();
  });

  it('confirms at once what is paid later, with a mail and an invoice number', async () => {
    neighbours.opens = 'LATER';
    const { order } = await place(shop, { form: 'h', cart: 'cart-h' });
    const next = await place(shop, { form: 'i', cart: 'cart-i' });
    expect(order?.state).to.equal('CONFIRMED');
    const [first, second] = [order, next.order].map((each) => Number(each?.invoiceNumber?.split('-')[1]));
    expect(second).to.equal((first ?? 0) + 1);
    const mail = (await shop.mails()).find(({ subject }) => subject === `Your order ${order?.number} is confirmed`);
    expect(mail?.name).to.equal('order-confirmed');
    expect(mail?.text).to.match(/Terms en[\s\S]*<Gross> & net\./i);
    expect(mail?.text).to.contain('Vitamin C').and.contain('€24.90').and.contain('VAT 19 %').and.contain('?key=');
  });

  it('confirms also when the texts for the mail cannot be had', async () => {
    neighbours.onHand.set('A1', 10);
    neighbours.textsFail = true;
    const { order } = await place(shop, { form: 'j', cart: 'cart-j' });
    neighbours.textsFail = false;
    expect(order?.state).to.equal('CONFIRMED');
    const mail = (await shop.mails()).find(({ subject }) => subject === `Your order ${order?.number} is confirmed`);
    expect(mail?.text)
      .to.contain('Vitamin C')
      .and.not.match(/Terms en/i);
  });

  it('shows an order to its customer, and to the key, and to no other', async () => {
    const [ann, bob] = [await shop.token({ id: 'ann' }), await shop.token({ id: 'bob' })];
    const { order, key } = await place(shop, { form: 'k', cart: 'cart-k' }, { id: 'ann' });
    expect(await stateOf(shop, order?.id, null, ann)).to.equal('CONFIRMED');
    expect(await stateOf(shop, order?.id, key)).to.equal('CONFIRMED');
    expect(await stateOf(shop, order?.id, null, bob)).to.equal(undefined);
    expect(await stateOf(shop, order?.id, 'wrong')).to.equal(undefined);
    expect(await shop.graphql('{ myOrders { id } }', {}, { token: ann })).to.deep.equal({
      data: { myOrders: [{ id: order?.id }] },
    });
  });
});
