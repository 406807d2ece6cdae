import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

describe('orders: refunds of an order whose money the provider has not paid back', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours);
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  let count = 0;
  async function paid() {
    neighbours.reset();
    const form = `refunds-${++count}`;
    const { order } = await place(shop, { form, cart: form });
    if (order === null) return expect.fail('no order');
    neighbours.capture(order.id);
    await shop.publish('payment.captured', { orderId: order.id });
    return { ...order, desk: `/desk/orders/${order.id}` };
  }
  async function post(path: string, body: object) {
    const answer = await shop.rest<{ error?: string; data?: { order: { state: string; refunded: number } } }>(
      'POST',
      path,
      { body, token },
    );
    const { state, refunded } = answer.body.data?.order ?? {};
    return [answer.status, state, refunded ?? answer.body.error];
  }
  /** A paid order that the shop has cancelled, whose refund the provider has refused. */
  async function refused() {
    const order = await paid();
    neighbours.refusesRefunds = true;
    expect(await post(`${order.desk}/cancellation`, {})).to.deep.equal([200, 'REFUNDING', 0]);
    return order;
  }
  const mailsOf = async (number: string) =>
    (await shop.mails()).filter(({ name, subject }) => name === 'order-refunded' && subject.includes(number));

  it('are waited for, and the log says how much is left, and why it may be', async () => {
    const { id } = await refused();
    const said = shop.log.filter(
      (line) => line.includes(id) && line.includes('a refund has no answer, or was refused'),
    );
    expect(said.map((line) => JSON.parse(line).left)).to.deep.equal([2490]);
  });

  it('are refused in the words of the shop where others take what is left, or in those of the provider', async () => {
    const { desk, number } = await paid();
    neighbours.refundsUnderWay = 2000;
    const none = `The order ${number} has no such amount to pay back or to credit.`;
    expect(await post(`${desk}/refunds`, { key: 'a', amount: '10' })).to.deep.equal([409, undefined, none]);
    neighbours.refusesRefunds = true;
    const [, , reason] = await post(`${desk}/refunds`, { key: 'b', amount: '4' });
    expect(reason).to.equal('The bank declines it.');
  });

  type Refused = Awaited<ReturnType<typeof refused>>;

  for (const [when, payPart] of [
    ['at once', ({ desk }: Refused) => post(`${desk}/refunds`, { key: 'a', amount: '10' })],
    [
      'later, as an event tells',
      ({ id }: Refused) => {
        neighbours.refund(id, 'part:a', 1000);
        return shop.publish('payment.refunded', { orderId: id, refundId: 'a' });
      },
    ],
  ] as const)
    it(`are kept part by part, each with its mail, where one is paid back ${when}`, async () => {
      const order = await refused();
      const { id, desk, number } = order;
      neighbours.refusesRefunds = false;
      await payPart(order);
      await mailsOf(number);
      const [row] = await shop.database.query('select state, refunded from orders where order_id = $1', [id]);
      expect(row).to.deep.equal({ state: 'REFUNDING', refunded: 1000 });
      const { html } = await shop.page(desk, { token });
      expect(elementWith(html, 'input', 'name="amount"')).to.contain('value="14.90"');
      expect(await post(`${desk}/refunds`, { key: 'b', amount: '14.90' })).to.deep.equal([200, 'REFUNDED', 2490]);
      const said = (await mailsOf(number)).map(({ text }) => /We have paid back (\S+) for/.exec(text)?.[1]);
      expect(said).to.deep.equal(['€10.00', '€14.90']);
    });
});
