import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

describe('orders: credits of an order that is paid later', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours, { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  let count = 0;
  /** Two pieces of A1 for €10.00 each, and €4.90 for the delivery. */
  async function confirmed() {
    neighbours.reset({ opens: 'LATER' });
    const form = `credits-${++count}`;
    const { order, address } = await place(shop, { form, cart: form });
    if (order === null) return expect.fail('no order');
    return { ...order, address: address ?? '', desk: `/desk/orders/${order.id}` };
  }
  async function credit(desk: string, key: string, amount: string) {
    const { status, body } = await shop.rest<{ error?: string; data?: { order: { refunded: number } } }>(
      'POST',
      `${desk}/refunds`,
      { body: { key, amount }, token },
    );
    return [status, body.data?.order.refunded ?? body.error];
  }
  const cancel = (desk: string) => shop.rest('POST', `${desk}/cancellation`, { body: {}, token });
  const actionsOf = async (id: string) =>
    (await shop.records()).filter(({ subject }) => subject === `order:${id}`).map(({ action }) => action);
  const mailsOf = async (number: string) =>
    (await shop.mails()).filter(({ name, subject }) => name === 'order-credited' && subject.includes(number));

  it('are taken off what the buyer owes: on the pages, in the figures, and in a mail', async () => {
    await shop.database.query('delete from orders');
    const { desk, number, address, id } = await confirmed();
    const before = await shop.page(desk, { token });
    expect(before.html).to.contain('Money that came already, you pay back yourself.').and.contain('At most €24.90.');
    const { location } = await shop.form(`${desk}/refunds`, { key: 'a', amount: '4,90' }, { token });
    expect(location).to.equal(`${desk}?saved=credited#saved`);
    const sums = /Credited<\/th><td>€4\.90[\s\S]*Left to pay<\/th><td>€20\.00/;
    const { html } = await shop.page(`${desk}?saved=credited`, { token });
    expect(html).to.match(sums).and.contain('The amount is credited.').and.contain('At most €20.00.');
    expect((await shop.page(address)).html).to.match(sums);
    const [mail, ...others] = await mailsOf(number);
    expect(mail?.text).to.contain('We have taken €4.90 off your order. It costs €20.00 now.');
    expect(others).to.deep.equal([]);
    const text = '{ orderFigures { now { revenue } } orders(state: REFUNDED) { orders { number } } }';
    expect((await shop.graphql(text, {}, { token })).data).to.deep.equal({
      orderFigures: { now: { revenue: 2000 } },
      orders: { orders: [{ number }] },
    });
    expect(neighbours.calls).to.not.include('refund');
    expect((await actionsOf(id)).at(-1)).to.equal('order.credited');
  });

  it('are one for each key, also once the order is over, and never more than is left', async () => {
    const { desk, number } = await confirmed();
    const none = `The order ${number} has no such amount to pay back or to credit.`;
    expect(await credit(desk, 'a', '10')).to.deep.equal([200, 1000]);
    expect(await Promise.all([credit(desk, 'a', '10'), credit(desk, 'a', '10')])).to.deep.equal([
      [200, 1000],
      [200, 1000],
    ]);
    const [status, error] = await credit(desk, 'a', '3');
    expect([status, String(error)]).to.deep.equal([
      409,
      `This form has paid back or credited another amount of the order ${number}. Open the order again for more.`,
    ]);
    expect(await credit(desk, 'b', '14.91')).to.deep.equal([409, none]);
    const both = await Promise.all([credit(desk, 'c', '8'), credit(desk, 'd', '8')]);
    expect(both.map(([code]) => code)).to.have.members([200, 409]);
    expect(await mailsOf(number)).to.have.lengthOf(2);
    await cancel(desk);
    expect(await credit(desk, 'a', '10')).to.deep.equal([200, 1800]);
    expect(await credit(desk, 'e', '1')).to.deep.equal([409, none]);
    const text = 'mutation ($id: ID!) { refundOrder(id: $id, key: "", amount: 1) { state } }';
    const { errors } = await shop.graphql(text, { id: desk.split('/').at(-1) }, { token });
    expect(errors?.[0]?.message).to.equal('A refund needs a key.');
  });

  it('come before the order is cancelled, or not at all: one of two at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { desk, id } = await confirmed();
      const works = [() => credit(desk, 'a', '10'), () => cancel(desk)];
      await Promise.all((round % 2 === 0 ? works : works.reverse()).map((work) => work()));
      const actions = await actionsOf(id);
      const [row] = await shop.database.query('select state, refunded from orders where order_id = $1', [id]);
      const isCredited = actions.includes('order.credited');
      expect(row).to.deep.equal({ state: 'CANCELLED', refunded: isCredited ? 1000 : 0 });
      if (isCredited)
        expect(actions.indexOf('order.credited')).to.be.lessThan(actions.indexOf('order.cancelledByShop'));
    }
  });

  it('are of what the rest has cost that the shop has cancelled, unless another amount is typed', async () => {
    const { desk, id } = await confirmed();
    const offered = async () => elementWith((await shop.page(desk, { token })).html, 'input', 'name="amount"');
    await shop.database.query('update order_line set reduction = 201 where order_id = $1', [id]);
    await shop.rest('POST', `${desk}/sending`, { body: { 'pieces-A1': 1 }, token });
    expect(await offered()).to.contain('value="24.90"');
    await cancel(desk);
    // Half of €20.00 less €2.01, rounded.
    expect(await offered()).to.contain('value="9.00"');
    await credit(desk, 'a', '8');
    expect(await offered()).to.contain('value="1.00"');
    await credit(desk, 'b', '1');
    expect(await offered()).to.contain('value="15.90"');
  });
});
