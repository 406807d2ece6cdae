import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

interface Answer {
  readonly customerRecords: readonly { readonly topic: string; readonly json: string }[];
}

const recordsText = 'query ($id: ID!) { customerRecords(customer: $id) { topic json } }';

describe('orders: what they know of a customer', () => {
  let shop: Shop;
  before(async () => {
    const neighbours = new Neighbours();
    neighbours.reset({ opens: 'LATER' });
    shop = await openOrders(neighbours);
  });
  after(() => shop.close());

  async function ordersIn(id: string): Promise<readonly unknown[]> {
    const { data } = await shop.ask<Answer>(recordsText, { id });
    return (data?.customerRecords ?? [])
      .filter(({ topic }) => topic === 'orders')
      .flatMap(({ json }) => JSON.parse(json));
  }

  it("is in the export of the customer's data, and in no other", async () => {
    const { order: placed } = await place(shop, { form: 'a', cart: 'a' }, { id: '10001' });
    const token = await shop.token({ permissions: ['orders:write'] });
    const body = { tracking: 'AB 9', 'pieces-A1': 1 };
    await shop.rest('POST', `/desk/orders/${placed?.id}/sending`, { body, token });
    const [order, ...others] = await ordersIn('10001');
    expect(others).to.deep.equal([]);
    expect(order).to.include({ email: 'ann@example.com', total: 2490, payment: 'Made up' });
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
});
