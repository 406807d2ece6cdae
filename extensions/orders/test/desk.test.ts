import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

interface Listed {
  readonly data?: {
    readonly orders: { readonly total: number; readonly pages: number; readonly orders: { readonly number: string }[] };
  };
  readonly errors?: readonly { readonly message: string }[];
}

describe('orders: the desk', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours, { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  let count = 0;
  async function placed({
    opens = 'LATER',
    email = 'ann@example.com',
    user,
  }: {
    opens?: string;
    email?: string;
    user?: string;
  } = {}) {
    neighbours.reset({ opens });
    const form = `desk-${++count}`;
    const { order } = await place(shop, { form, cart: form, email }, user === undefined ? undefined : { id: user });
    if (order === null) return expect.fail('no order');
    return order;
  }

  /** As if the buyer had paid by card. */
  async function paid() {
    const order = await placed();
    await shop.database.query("update orders set state = 'PAID' where order_id = $1", [order.id]);
    return order;
  }

  const listText = `query ($search: String, $state: OrderFilter, $customer: ID, $from: String, $to: String, $first: Int, $page: Int) {
    orders(search: $search, state: $state, customer: $customer, from: $from, to: $to, first: $first, page: $page) {
      total pages orders { number }
    }
  }`;
  const list = (variables: Readonly<Record<string, unknown>>): Promise<Listed> =>
    shop.graphql(listText, variables, { token }) as Promise<Listed>;
  const numbers = async (variables: Readonly<Record<string, unknown>>) =>
    (await list(variables)).data?.orders.orders.map(({ number }) => number);
  const post = (path: string, body: object, bearer: string | undefined = token) =>
    shop.rest<{ error?: string; data?: { order: { state: string; refunded: number } } }>('POST', path, {
      body,
      token: bearer,
    });

  it('is placed for a buyer by hand: of no account, with a record, and one mail with the link to pay', async () => {
    neighbours.reset({ opens: 'OPEN' });
    const email = 'caller@example.com';
    for (let time = 0; time < 2; time++)
      await place(shop, { form: 'hand', cart: 'hand', email, byHand: true }, { id: 'clerk' });
    const [row] = await shop.database.query<{ id: string; customer: string | null; hours: number }>(
      `select order_id as id, customer_id as customer, round(extract(epoch from pay_until - placed_at) / 3600)::integer as hours
       from orders where email = $1`,
      [email],
    );
    expect(row).to.include({ customer: null, hours: 12 });
    const mails = (await shop.mails()).filter(({ to }) => to === email);
    expect(mails.map(({ name }) => name)).to.deep.equal(['order-to-pay']);
    expect(mails[0]?.text).to.contain(`/orders/${row?.id}?key=`);
    const records = (await shop.records()).filter(({ action }) => action === 'order.placedByHand');
    expect(records.map(({ subject, callerId }) => [subject, callerId])).to.deep.equal([[`order:${row?.id}`, 'clerk']]);
  });

  it('lists orders by number, address, customer, state and day, the newest first', async () => {
    const first = await placed({ email: 'Zoe_1@example.com', user: 'zoe' });
    const second = await placed({ email: 'zoe_2@example.com', user: 'zoe' });
    await shop.database.query("update orders set placed_at = '2026-01-31T23:30:00Z' where order_id = $1", [first.id]);
    expect(await numbers({ search: first.number })).to.deep.equal([first.number]);
    expect(await numbers({ search: 'ZOE_' })).to.deep.equal([second.number, first.number]);
    expect(await numbers({ search: '%' })).to.deep.equal([]);
    expect(await numbers({ search: "zoe' or true --" })).to.deep.equal([]);
    expect(await numbers({ customer: 'zoe', first: 1 })).to.deep.equal([second.number]);
    expect(await numbers({ customer: 'zoe', first: 1, page: 2 })).to.deep.equal([first.number]);
    expect((await list({ customer: 'zoe', first: 1 })).data?.orders).to.deep.include({ total: 2, pages: 2 });
    expect(await numbers({ customer: 'zoe', from: '2026-01-31', to: '2026-01-31' })).to.deep.equal([first.number]);
    expect(await numbers({ customer: 'zoe', to: '2026-01-30' })).to.deep.equal([]);
    await shop.graphql('mutation ($id: ID!) { sendOrder(id: $id) { state } }', { id: first.id }, { token });
    expect(await numbers({ customer: 'zoe', state: 'SENT' })).to.deep.equal([first.number]);
    expect(await numbers({ customer: 'zoe', state: 'TO_SEND' })).to.deep.equal([second.number]);
  });

  it('refuses a day that is none', async () => {
    for (const from of ['2026-02-30', 'today', "2026-01-01' or true"])
      expect((await list({ from })).errors?.[0]?.message).to.contain('2026-01-31');
  });

  it('shows orders to no caller without the permission', async () => {
    const other = await shop.token({ permissions: ['catalog:write'] });
    for (const bearer of [undefined, other]) {
      const { data, errors } = await shop.graphql<{ orders: unknown }>(listText, {}, { token: bearer });
      expect([data?.orders, errors?.length]).to.deep.equal([null, 1]);
    }
    const { id } = await placed();
    for (const path of ['sending', 'refunds', 'cancellation'])
      for (const bearer of ['', other])
        expect((await post(`/desk/orders/${id}/${path}`, { key: 'k', amount: '1' }, bearer)).status).to.be.oneOf([
          401, 403,
        ]);
  });

  it('sends once, with one mail and one record', async () => {
    const { id, number } = await placed();
    for (let time = 0; time < 2; time++)
      expect((await post(`/desk/orders/${id}/sending`, { tracking: ' AB 12 ' })).status).to.equal(200);
    const mails = (await shop.mails()).filter(({ subject }) => subject === `Your order ${number} is on its way`);
    expect(mails.map(({ name }) => name)).to.deep.equal(['order-sent']);
    expect(mails[0]?.text).to.contain('Follow it by: AB 12');
    const records = (await shop.records()).filter(
      ({ action, subject }) => action === 'order.sent' && subject === `order:${id}`,
    );
    expect(records.map(({ to }) => to)).to.deep.equal([
      { parcel: 1, tracking: 'AB 12', lines: [{ sku: 'A1', quantity: 2 }] },
    ]);
    const { status, body } = await post(`/desk/orders/${id}/cancellation`, {});
    expect([status, body.error]).to.deep.equal([409, `The order ${number} can no longer be cancelled.`]);
  });

  it('cancels once, and then sends no more', async () => {
    const { id } = await placed();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await post(`/desk/orders/${id}/cancellation`, {});
      expect([status, body.data?.order.state]).to.deep.equal([200, 'CANCELLED']);
    }
    const records = (await shop.records()).filter(
      ({ action, subject }) => action === 'order.cancelledByShop' && subject === `order:${id}`,
    );
    expect(records).to.have.lengthOf(1);
    expect((await post(`/desk/orders/${id}/sending`, {})).status).to.equal(409);
  });

  it('knows no order that is not there', async () => {
    for (const id of ['9', '00000000-0000-4000-8000-000000000000'])
      for (const [path, body] of [
        ['sending', {}],
        ['cancellation', {}],
        ['refunds', { key: 'k', amount: '1' }],
      ] as const)
        expect((await post(`/desk/orders/${id}/${path}`, body)).status).to.equal(404);
  });

  it('pays a part back by the form, and shows what was typed when it is refused', async () => {
    const { id } = await paid();
    neighbours.capture(id);
    const path = `/desk/orders/${id}/refunds`;
    const refused = await shop.form(path, { key: 'r', amount: 'much' }, { token });
    expect(refused.status).to.equal(400);
    expect(elementWith(refused.html, 'input', 'name="amount"'))
      .to.contain('value="much"')
      .and.contain('aria-invalid');
    expect((await post(path, { key: 'r', amount: '99999' })).status).to.equal(409);
    const { location } = await shop.form(path, { key: 'r', amount: '4,90' }, { token });
    expect(location).to.equal(`/desk/orders/${id}?saved=refunded#saved`);
    expect(neighbours.calls.filter((name) => name === 'refund')).to.have.lengthOf(1);
    const mailed = async () => (await shop.mails()).filter(({ name }) => name === 'order-refunded').at(-1)?.text;
    expect(await mailed()).to.contain('€4.90');
    // The form of the page before, which the browser has kept.
    const again = await post(path, { key: 'r', amount: '3' });
    expect(again.status).to.equal(409);
    expect(again.body.error).to.contain('another amount of the order');
    const more = await post(path, { key: 's', amount: '24.90' });
    expect(more.body.error).to.match(/^The order \d+ has no such amount to pay back or to credit\.$/);
    await post(path, { key: 't', amount: '1' });
    expect(await mailed()).to.match(/€1\.00[\s\S]*€5\.90/);
    // The rest goes back when the order is cancelled.
    await post(`/desk/orders/${id}/cancellation`, {});
    expect(await mailed()).to.match(/€19\.00[\s\S]*€24\.90/);
  });

  it('pays back once more what the provider has refused, and the order ends', async () => {
    const { id } = await paid();
    neighbours.capture(id);
    neighbours.refusesRefunds = true;
    const ended = await post(`/desk/orders/${id}/cancellation`, {});
    expect(ended.body.data?.order.state).to.equal('REFUNDING');
    neighbours.refusesRefunds = false;
    const { status, body } = await post(`/desk/orders/${id}/refunds`, { key: 'more', amount: '24.90' });
    expect([status, body.data?.order.state]).to.deep.equal([200, 'REFUNDED']);
  });

  it('counts what was sold in these days and before, each day in the time zone of the shop', async () => {
    await shop.database.query('delete from orders');
    const orders = [await placed(), await placed(), await placed(), await placed()];
    const days = [0, 2, 35, 90];
    for (const [index, { id }] of orders.entries())
      await shop.database.query(
        "update orders set placed_at = now() - $2 * interval '1 day', refunded = $3 where order_id = $1",
        [id, days[index], index === 1 ? 490 : 0],
      );
    const text =
      '{ orderFigures { now { orders revenue average } before { orders revenue average } toSend days { day revenue } } }';
    const { data } = await shop.graphql<{ orderFigures: { days: { revenue: number }[] } & object }>(
      text,
      {},
      { token },
    );
    expect(data?.orderFigures).to.deep.include({
      now: { orders: 2, revenue: 4490, average: 2245 },
      before: { orders: 1, revenue: 2490, average: 2490 },
      toSend: 4,
    });
    expect(data?.orderFigures.days.map(({ revenue }) => revenue).slice(-3)).to.deep.equal([2000, 0, 2490]);
    const { errors } = await shop.graphql('{ orderFigures(days: 0) { toSend } }', {}, { token });
    expect(errors?.[0]?.message).to.equal('Ask for 1 to 366 days.');
  });

  it('has pages of list, order and slip, in three languages, for those who may', async () => {
    const { id, number } = await placed();
    for (const [path, part] of [
      ['/desk/orders', `>${number}<`],
      ['/desk/orders?search=none', 'No order fits.'],
      [`/desk/orders/${id}`, 'Mark as sent'],
      [`/desk/orders/${id}`, 'Berlin, Germany'],
      [`/desk/orders/${id}/slip`, '120 capsules'],
      [`/desk/orders/${id}/slip`, 'Germany'],
      [`/de/desk/orders/${id}`, 'Als versandt markieren'],
      ['/ar/desk/orders', 'الطلبات'],
    ] as const) {
      const { status, html } = await shop.page(path, { token });
      expect([path, status]).to.deep.equal([path, 200]);
      expect(html).to.contain(part);
      expect((await shop.page(path)).status).to.equal(401);
    }
    expect((await shop.page('/desk/orders/9', { token })).status).to.equal(404);
    expect((await shop.page(`/desk/orders/${id}/slip`, { token })).html).to.not.contain('€');
  });
});
