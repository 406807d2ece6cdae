import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop, stateOf } from './place.ts';

/** A way through the saga: what happens to an order, and where it ends. */
interface Way {
  readonly what: string;
  readonly opens?: string;
  readonly paid?: 'late' | 'at the provider' | 'in time';
  readonly isOver?: boolean;
  readonly unwanted?: boolean;
  /** How often the voucher of the cart may be used. Undefined: there is none. */
  readonly uses?: number;
  /** How often it may be used when the money arrives. */
  readonly usesLeft?: number;
  /** How often it is used in the end. */
  readonly used?: number;
  /** Pieces on hand when the order is placed. */
  readonly onHand?: number;
  /** Pieces on hand when the money arrives. */
  readonly left?: number;
  readonly ends: string;
  readonly taken: number;
  readonly mails: readonly string[];
}

const ways: readonly Way[] = [
  { what: 'is paid in time', paid: 'in time', ends: 'PAID', taken: 2, mails: ['order-confirmed'] },
  { what: 'is paid later', opens: 'LATER', ends: 'CONFIRMED', taken: 2, mails: ['order-confirmed'] },
  { what: 'is not paid', isOver: true, ends: 'CANCELLED', taken: 0, mails: ['order-cancelled'] },
  {
    what: 'is paid in the last moment',
    isOver: true,
    paid: 'at the provider',
    ends: 'PAID',
    taken: 2,
    mails: ['order-confirmed'],
  },
  {
    what: 'is paid after it was cancelled',
    isOver: true,
    paid: 'late',
    ends: 'PAID',
    taken: 2,
    mails: ['order-cancelled', 'order-confirmed'],
  },
  {
    what: 'is paid after it was cancelled, and the stock is gone',
    isOver: true,
    paid: 'late',
    left: 1,
    ends: 'REFUNDED',
    taken: 9,
    mails: ['order-cancelled', 'order-refunded'],
  },
  {
    what: 'is paid, and the buyer does not want it',
    paid: 'in time',
    unwanted: true,
    ends: 'REFUNDED',
    taken: 0,
    mails: ['order-confirmed', 'order-refunded'],
  },
  {
    what: 'is to be paid later, and the buyer does not want it',
    opens: 'LATER',
    unwanted: true,
    ends: 'CANCELLED',
    taken: 0,
    mails: ['order-confirmed', 'order-cancelled'],
  },
  { what: 'uses a voucher', uses: 1, used: 1, paid: 'in time', ends: 'PAID', taken: 2, mails: ['order-confirmed'] },
  { what: 'has a voucher that is used up', uses: 0, ends: 'REJECTED', taken: 0, mails: [] },
  { what: 'has a voucher, and is sold out', uses: 1, onHand: 1, ends: 'REJECTED', taken: 9, mails: [] },
  {
    what: 'has a voucher, and is not paid',
    uses: 1,
    isOver: true,
    ends: 'CANCELLED',
    taken: 0,
    mails: ['order-cancelled'],
  },
  {
    what: 'has a voucher, and is paid after it was cancelled',
    uses: 1,
    used: 1,
    isOver: true,
    paid: 'late',
    ends: 'PAID',
    taken: 2,
    mails: ['order-cancelled', 'order-confirmed'],
  },
  {
    what: 'is paid after it was cancelled, and the voucher is used by another',
    uses: 1,
    usesLeft: 0,
    used: 1,
    isOver: true,
    paid: 'late',
    ends: 'REFUNDED',
    taken: 0,
    mails: ['order-cancelled', 'order-refunded'],
  },
  {
    what: 'has a voucher, is paid after it was cancelled, and the stock is gone',
    uses: 1,
    isOver: true,
    paid: 'late',
    left: 1,
    ends: 'REFUNDED',
    taken: 9,
    mails: ['order-cancelled', 'order-refunded'],
  },
  {
    what: 'has a voucher, is paid, and the buyer does not want it',
    uses: 1,
    paid: 'in time',
    unwanted: true,
    ends: 'REFUNDED',
    taken: 0,
    mails: ['order-confirmed', 'order-refunded'],
  },
];

describe('orders: the saga', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let count = 0;
  before(async () => {
    shop = await openOrders(neighbours);
  });
  after(() => shop.close());

  /** The sweep as if time had passed. The first may meet the crash. */
  async function sweep(order: string): Promise<void> {
    await shop.database.query(
      "update orders set changed_at = now() - interval '1 minute', tried_at = now() - interval '1 minute' where order_id = $1",
      [order],
    );
    await shop.runJob('sweep');
  }

  /** Events come at least once: here twice. One that meets the crash stays lost. */
  async function tellOfMoney(id: string): Promise<void> {
    const events = [1, 2].map(() => shop.publish('payment.captured', { orderId: id }).catch(() => undefined));
    await Promise.all(events);
  }

  /** Runs a way, and answers how many calls it took. */
  async function run(way: Way, crash?: Neighbours['crash']): Promise<number> {
    const name = `${count++}`;
    neighbours.reset({ opens: way.opens ?? 'OPEN', crash });
    if (way.uses !== undefined) neighbours.vouchers.set('TEN', way.uses);
    if (way.onHand !== undefined) neighbours.onHand.set('A1', way.onHand);
    await shop.mails();
    const { order, state } = await place(shop, { form: name, cart: name });
    const id = order?.id ?? '';
    await sweep(id);
    if (way.paid === 'in time') neighbours.capture(id);
    if (way.paid === 'in time') await tellOfMoney(id);
    if (way.paid === 'at the provider') neighbours.paidAtProvider = true;
    await sweep(id);
    if (way.isOver)
      await shop.database.query('update orders set pay_until = now() - interval $$1 second$$ where order_id = $1', [
        id,
      ]);
    if (way.unwanted) await shop.database.query('update orders set unwanted = true where order_id = $1', [id]);
    await sweep(id);
    await sweep(id);
    if (way.left !== undefined) neighbours.onHand.set('A1', way.left);
    if (way.usesLeft !== undefined) neighbours.vouchers.set('TEN', way.usesLeft);
    if (way.paid === 'late') neighbours.capture(id);
    if (way.paid === 'late') await tellOfMoney(id);
    // Payments send an event of late money again if it was lost.
    if (way.paid === 'late') await tellOfMoney(id);
    await sweep(id);
    const [row] = await shop.database.query<{ state: string; released: boolean }>(
      'select state, released from orders where order_id = $1',
      [id],
    );
    const about = `crash ${JSON.stringify(crash)} in ${neighbours.calls.join(' ')}`;
    expect(row?.state, about).to.equal(way.ends);
    expect(neighbours.taken('A1'), about).to.equal(way.taken);
    expect((way.uses ?? 0) - (neighbours.vouchers.get('TEN') ?? 0), about).to.equal(way.used ?? 0);
    const payment = neighbours.payment(id);
    expect(payment?.refunded ?? 0, about).to.equal(way.ends === 'REFUNDED' ? 2490 : 0);
    const mails = (await shop.mails()).filter(({ text }) => text.includes(order?.number ?? ''));
    // A buyer who has the page of a waiting order gets a mail about its end; others know it from the checkout.
    const isRejected = way.ends === 'REJECTED' && state === 'PLACED';
    const namesVoucher = way.usesLeft === 0 || (isRejected && way.uses === 0);
    expect(
      mails.some(({ text }) => text.includes('The voucher TEN is used up.')),
      about,
    ).to.equal(namesVoucher);
    expect(
      mails.map((mail) => mail.name),
      about,
    ).to.have.members(isRejected ? ['order-rejected'] : way.mails);
    return neighbours.calls.length;
  }

  for (const way of ways)
    context(`when an order ${way.what}`, () => {
      it(`ends as ${way.ends}, also after a crash before or after any call`, async () => {
        const calls = await run(way);
        for (let at = 1; at <= calls; at++)
          for (const when of ['before', 'after'] as const) await run(way, { at, when });
      });
    });

  it('goes on where the event of the money comes before the payment was opened', async () => {
    neighbours.reset({ crash: { at: 3, when: 'after' } });
    const { order, key } = await place(shop, { form: 'early', cart: 'early' });
    neighbours.capture(order?.id ?? '');
    await tellOfMoney(order?.id ?? '');
    expect(await stateOf(shop, order?.id, key)).to.equal('PAID');
  });

  it('closes the cart of an order that could not be placed in time, so that the buyer gets a new one', async () => {
    neighbours.reset({ crash: { at: 1, when: 'before' } });
    const { order } = await place(shop, { form: 'away', cart: 'away' });
    const id = order?.id ?? '';
    await shop.database.query("update orders set pay_until = now() - interval '1 second' where order_id = $1", [id]);
    await sweep(id);
    const state = 'select state, cart_closed as closed from orders where order_id = $1';
    expect(await shop.database.query(state, [id])).to.deep.equal([{ state: 'CANCELLED', closed: true }]);
    expect(neighbours.closedCarts.get('away')).to.equal(id);
  });

  it('names what was sold out, also after a crash once the vouchers were given back', async () => {
    neighbours.reset({ crash: { at: 3, when: 'after' } });
    neighbours.vouchers.set('TEN', 1);
    neighbours.onHand.set('A1', 1);
    const { order } = await place(shop, { form: 'out', cart: 'out' });
    const id = order?.id ?? '';
    expect(neighbours.calls).to.deep.equal(['holdVouchers', 'hold', 'releaseVouchers']);
    await sweep(id);
    const [row] = await shop.database.query('select state, missing from orders where order_id = $1', [id]);
    expect(row).to.deep.equal({ state: 'REJECTED', missing: ['A1'] });
  });

  it('does nothing at an event of an order that is not there', async () => {
    await shop.publish('payment.closed', { orderId: 'none' });
    expect(shop.deadLetters()).to.deep.equal([]);
  });
});
