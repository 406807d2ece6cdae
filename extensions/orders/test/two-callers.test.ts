import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place } from './place.ts';

/** As if the time to pay were over, and the order had rested. */
const overText = `update orders set pay_until = now() - interval '1 second', changed_at = now() - interval '1 minute',
  tried_at = now() - interval '1 minute' where order_id = $1`;

describe('orders: the saga, driven by two callers at once', () => {
  const neighbours = new Neighbours();
  let shop: Awaited<ReturnType<typeof openOrders>>;
  before(async () => {
    shop = await openOrders(neighbours);
  });
  after(() => shop.close());

  for (const [what, call, paid, ends] of [
    ['keeps what late money has bought while the cancelled order gives back', 'release', 'late', 'PAID'],
    ['keeps the vouchers of late money, too', 'releaseVouchers', 'late', 'PAID'],
    ['keeps nothing where it is paid back while the vouchers are committed', 'commitVouchers', 'in time', 'REFUNDED'],
    ['keeps nothing where it is paid back while the stock is committed', 'commit', 'in time', 'REFUNDED'],
  ] as const)
    it(what, async () => {
      neighbours.reset();
      neighbours.vouchers.set('TEN', 1);
      const { order } = await place(shop, { form: what, cart: what });
      const id = order?.id ?? '';
      const pay = async () => {
        neighbours.capture(id);
        await shop.publish('payment.captured', { orderId: id });
      };
      const cancel = async () => {
        await shop.database.query('update orders set unwanted = true where order_id = $1', [id]);
        await shop.publish('payment.captured', { orderId: id });
      };
      neighbours.meanwhile = { call, work: paid === 'late' ? pay : cancel };
      if (paid === 'in time') await pay();
      else {
        await shop.database.query(overText, [id]);
        await shop.runJob('sweep');
      }
      const about = neighbours.calls.join(' ');
      expect(neighbours.meanwhile, about).to.equal(undefined);
      const [row] = await shop.database.query<{ state: string }>('select state from orders where order_id = $1', [id]);
      expect(row?.state, about).to.equal(ends);
      expect(neighbours.taken('A1'), about).to.equal(ends === 'PAID' ? 2 : 0);
      expect(neighbours.vouchers.get('TEN'), about).to.equal(ends === 'PAID' ? 0 : 1);
    });

  it('pays back what is left where the shop pays a part back at the same moment', async () => {
    neighbours.reset();
    const { order } = await place(shop, { form: 'part', cart: 'part' });
    const id = order?.id ?? '';
    neighbours.capture(id);
    await shop.publish('payment.captured', { orderId: id });
    await shop.database.query('update orders set unwanted = true where order_id = $1', [id]);
    const work = async () => {
      neighbours.refund(id, 'part:1', 1000);
      // Kept, and told to the buyer.
      await shop.database.query('update orders set refunded = 1000 where order_id = $1', [id]);
    };
    neighbours.meanwhile = { call: 'refund', work };
    await shop.publish('payment.captured', { orderId: id });
    const [row] = await shop.database.query('select state, refunded from orders where order_id = $1', [id]);
    expect(row).to.deep.equal({ state: 'REFUNDED', refunded: 2490 });
    expect([...(neighbours.payments.get(id)?.refunds.values() ?? [])]).to.deep.equal([1000, 1490]);
    const mails = (await shop.mails()).filter(({ name, text }) => name === 'order-refunded' && text.includes('€14.90'));
    expect(mails).to.have.lengthOf(1);
  });
});
