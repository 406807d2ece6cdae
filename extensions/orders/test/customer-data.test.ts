import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

interface Answer {
  readonly customerRecords: readonly { readonly topic: string; readonly json: string }[];
}

const more = { addition: 'Lee Ltd', region: 'Berlin State', phone: '+49 30 123456' };
const recordsText = 'query ($id: ID!) { customerRecords(customer: $id) { topic json } }';

describe('orders: what they know of a customer', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  before(async () => {
    shop = await openOrders(neighbours, { timeZone: 'Asia/Tokyo' });
  });
  after(() => shop.close());
  beforeEach(() => neighbours.reset({ opens: 'LATER' }));

  async function ordersIn(id: string): Promise<readonly unknown[]> {
    const { data } = await shop.ask<Answer>(recordsText, { id });
    return (data?.customerRecords ?? [])
      .filter(({ topic }) => topic === 'orders')
      .flatMap(({ json }) => JSON.parse(json));
  }

  it("is in the export of the customer's data, and in no other", async () => {
    const { order: placed } = await place(shop, { form: 'a', cart: 'a', address: more }, { id: '10001' });
    const token = await shop.token({ permissions: ['orders:write'] });
    const body = { tracking: 'AB 9', 'pieces-A1': 1 };
    await shop.rest('POST', `/desk/orders/${placed?.id}/sending`, { body, token });
    const [order, ...others] = await ordersIn('10001');
    expect(others).to.deep.equal([]);
    expect(order).to.include({ email: 'ann@example.com', total: 2490, payment: 'Made up' });
    expect(order).to.have.property('address').that.includes(more);
    expect(order).to.have.nested.property('lines[0].sku', 'A1');
    expect(order).to.have.nested.property('parcels[0].tracking', 'AB 9');
    expect(order).to.have.deep.nested.property('parcels[0].lines', [{ sku: 'A1', quantity: 1 }]);
    expect(await ordersIn('10002')).to.deep.equal([]);
  });

  it('leads to no account once that is deleted, and the order stays for its link', async () => {
    const { address } = await place(shop, { form: 'b', cart: 'b' }, { id: '10003' });
    await shop.publish('customer.deleted', { customerId: '10003' });
    expect(await ordersIn('10003')).to.deep.equal([]);
    expect((await shop.page(address ?? '')).status).to.equal(200);
    expect(await ordersIn('10001')).to.have.lengthOf(1);
  });

  describe('once the law wants an order kept no longer', () => {
    const send = (id: string | undefined) =>
      shop.rest('POST', `/desk/orders/${id}/sending`, { body: { tracking: '', 'pieces-A1': 1 }, token });
    let token: string;
    before(async () => {
      token = await shop.token({ permissions: ['orders:write'] });
    });

    async function aged(cart: string, years: number, times: { placed?: string; changed?: string } = {}) {
      const { placed = '-1 hour', changed = placed } = times;
      const { order, address } = await place(shop, { form: cart, cart, address: more }, { id: '10009' });
      const end = `(date_trunc('year', now() at time zone 'Asia/Tokyo') - make_interval(years => $2)) at time zone 'Asia/Tokyo'`;
      await shop.database.query(
        `update orders set placed_at = ${end} + $3::interval, changed_at = ${end} + $4::interval where order_id = $1`,
        [order?.id, years, placed, changed],
      );
      await shop.runJob('forgetBuyers');
      return { id: order?.id, page: (await shop.page(address ?? '')).status };
    }

    it('has no buyer, no link and no way to write to the buyer, and has its sums', async () => {
      const { id, page } = await aged('c', 10);
      expect(page).to.equal(404);
      const [row] = await shop.database.query('select * from orders where order_id = $1', [id]);
      expect(row).to.include({ email: '', name: '–', customer_id: null, visitor: null, total: 2490 });
      expect(row?.address).to.deep.equal({ name: '–', street: '–', postcode: '–', city: '–', country: 'DE' });
      const { html } = await shop.page(`/desk/orders/${id}`, { token });
      expect(html).to.contain('€24.90').and.not.contain('mailto:').and.not.contain('ann@example.com');
      const { status, body } = await send(id);
      expect([status, JSON.stringify(body)])
        .to.have.nested.property('[1]')
        .that.contains('no longer known');
      expect(status).to.equal(409);
    });

    for (const [what, path, body] of [
      ['cancelled', 'cancellation', {}],
      ['credited', 'refunds', { key: 'a', amount: '1' }],
    ] as const)
      it(`is not ${what}, since the buyer could not be told`, async () => {
        const { id } = await aged(what, 10);
        const answer = await shop.rest('POST', `/desk/orders/${id}/${path}`, { body, token });
        expect(JSON.stringify([answer.status, answer.body])).to.match(/^\[409.*no longer known/);
        const [row] = await shop.database.query('select unwanted, refunded from orders where order_id = $1', [id]);
        expect(row).to.deep.equal({ unwanted: false, refunded: 0 });
      });

    it('has its buyer for ten years after its year', async () => {
      const { id, page } = await aged('d', 9);
      const [row] = await shop.database.query('select email from orders where order_id = $1', [id]);
      expect([page, row?.email]).to.deep.equal([200, 'ann@example.com']);
    });

    for (const [what, times] of [
      ['placed in the first hour of the next year of the shop', { placed: '1 hour' }],
      ['paid back in the next year', { placed: '-1 hour', changed: '1 hour' }],
    ] as const)
      it(`has its buyer for a year more when it was ${what}`, async () => {
        expect((await aged(`e${what.length}`, 10, times)).page).to.equal(200);
      });
  });
});
