import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

interface Parcel {
  readonly number: number;
  readonly tracking: string | null;
  readonly lines: readonly { readonly name: string; readonly label: string; readonly quantity: number }[];
}

interface Sent {
  readonly sentAt: string | null;
  readonly isPartlySent: boolean;
  readonly canSend: boolean;
  readonly canCancel: boolean;
  readonly parcels: readonly Parcel[];
}

describe('orders: parcels', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours, { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  let count = 0;
  /** An order of two pieces of A1. */
  async function placed() {
    neighbours.reset({ opens: 'LATER' });
    const form = `parcels-${++count}`;
    const { order, key, address } = await place(shop, { form, cart: form });
    if (order === null) return expect.fail('no order');
    return { ...order, key: key ?? '', address: address ?? '', path: `/desk/orders/${order.id}/sending` };
  }
  const send = async (path: string, body: object) => {
    const answer = await shop.rest<{ error?: string }>('POST', path, { body, token });
    return [answer.status, answer.body.error];
  };
  const status = async (path: string, body: object) => (await send(path, body))[0];
  async function sent(id: string): Promise<Sent> {
    const text = `query ($id: ID!) {
      order(id: $id) { sentAt isPartlySent canSend canCancel parcels { number tracking lines { name label quantity } } }
    }`;
    const { data } = await shop.graphql<{ order: Sent }>(text, { id }, { token });
    return data?.order ?? expect.fail('no order');
  }
  const quantities = async (id: string) =>
    (await sent(id)).parcels.map(({ lines }) => lines.map(({ quantity }) => quantity));
  const mailsOf = async (number: string) =>
    (await shop.mails()).filter(({ name, subject }) => name === 'order-sent' && subject.includes(number));
  const listed = async (state: string) => {
    const text = 'query ($state: OrderFilter) { orders(state: $state) { orders { number } } }';
    const { data } = await shop.graphql<{ orders: { orders: { number: string }[] } }>(text, { state }, { token });
    return data?.orders.orders.map(({ number }) => number);
  };

  it('carry an order in parts: each has its tracking, mail and record, and the last one ends it', async () => {
    const { id, number, path } = await placed();
    expect(await status(path, { tracking: 'AB 1', 'pieces-A1': 1, seen: 0 })).to.equal(200);
    const first = { number: 1, tracking: 'AB 1', lines: [{ name: 'Vitamin C', label: '120 capsules', quantity: 1 }] };
    expect(await sent(id)).to.deep.equal({
      sentAt: null,
      isPartlySent: true,
      canSend: true,
      canCancel: false,
      parcels: [first],
    });
    for (const state of ['TO_SEND', 'PARTLY_SENT']) expect(await listed(state)).to.include(number);
    const [part] = await mailsOf(number);
    expect(part?.subject).to.equal(`A part of your order ${number} is on its way`);
    expect(part?.text).to.match(
      /It has:[\s\S]*1 × Vitamin C[\s\S]*Follow it by: AB 1[\s\S]*follows:[\s\S]*1 × Vitamin C/,
    );

    expect(await status(path, { tracking: 'AB 2' })).to.equal(200);
    const whole = await sent(id);
    expect([whole.isPartlySent, whole.canSend, whole.parcels[1]]).to.deep.equal([
      false,
      false,
      { ...first, number: 2, tracking: 'AB 2' },
    ]);
    expect(whole.sentAt).to.be.a('string');
    for (const state of ['TO_SEND', 'PARTLY_SENT']) expect(await listed(state)).to.not.include(number);
    expect(await listed('SENT')).to.include(number);
    const rest = (await mailsOf(number)).at(-1);
    expect(rest?.subject).to.equal(`Your order ${number} is on its way`);
    expect(rest?.text).to.not.contain('follows:');
    const records = (await shop.records()).filter(
      ({ action, subject }) => action === 'order.sent' && subject.includes(id),
    );
    const lines = [{ sku: 'A1', quantity: 1 }];
    expect(records.map(({ to }) => to)).to.deep.equal([
      { parcel: 1, tracking: 'AB 1', lines },
      { parcel: 2, tracking: 'AB 2', lines },
    ]);
  });

  it('have no more than is left, and at least one piece', async () => {
    const { id, path } = await placed();
    for (const [pieces, error] of [
      [{ 'pieces-A1': 3 }, 'Write a whole number, at most 2.'],
      [{ 'pieces-A1': -1 }, 'Write a whole number, at most 2.'],
      [{ 'pieces-A1': 0.5 }, 'Write a whole number, at most 2.'],
      [{ 'pieces-A1': [1, 1] }, 'Write a whole number, at most 2.'],
      [{ 'pieces-A1': 1, 'pieces-B2': 1 }, 'Write a whole number, at most 0.'],
      [{ 'pieces-A1': 0 }, 'Put at least one piece into the parcel.'],
    ] as const)
      expect(await send(path, pieces)).to.deep.equal([400, error]);
    const { status: code, html } = await shop.form(path, { 'pieces-A1': '3', tracking: 'AB' }, { token });
    expect(code).to.equal(400);
    expect(elementWith(html, 'input', 'name="pieces-A1"'))
      .to.contain('value="3"')
      .and.contain('aria-invalid');
    expect((await shop.form(path, { 'pieces-A1': '' }, { token })).status).to.equal(400);
    expect(await quantities(id)).to.deep.equal([]);
  });

  it('are not sent by two people who count the same pieces', async () => {
    const { id, number, path } = await placed();
    const both = await Promise.all([1, 2].map(() => send(path, { 'pieces-A1': 1, seen: 0 })));
    expect(both.map(([code]) => code)).to.have.members([200, 409]);
    expect(both.flat()).to.include(`Another parcel of the order ${number} was sent meanwhile. Look at what is left.`);
    expect(await quantities(id)).to.deep.equal([[1]]);
    const late = await Promise.all([1, 2].map(() => status(path, { 'pieces-A1': 1 })));
    expect(late.filter((code) => code === 200)).to.have.lengthOf(1);
    expect(await quantities(id)).to.deep.equal([[1], [1]]);
  });

  it('are one for each key, also when the form is sent twice at once', async () => {
    const { id, number, path } = await placed();
    const form = { 'pieces-A1': '2', seen: '0', key: 'k', tracking: '' };
    const answers = await Promise.all([1, 2].map(() => shop.form(path, form, { token })));
    for (const { location } of answers) expect(location).to.equal(`/desk/orders/${id}?saved=sent#saved`);
    expect(await quantities(id)).to.deep.equal([[2]]);
    expect(await mailsOf(number)).to.have.lengthOf(1);
  });

  it('are sent by programs with SKUs, whatever these look like', async () => {
    const { id, path } = await placed();
    await shop.database.query("update order_line set sku = 'A 1 [x]' where order_id = $1", [id]);
    const text = `mutation ($id: ID!, $sku: ID!) {
      sendOrder(id: $id, lines: [{ sku: $sku, quantity: 1 }], key: "p") { isPartlySent }
    }`;
    const { data } = await shop.graphql(text, { id, sku: 'A 1 [x]' }, { token });
    expect(data).to.deep.equal({ sendOrder: { isPartlySent: true } });
    const { html } = await shop.page(`/desk/orders/${id}`, { token });
    const [, name = ''] = /name="(pieces-[^"]*)"/.exec(html) ?? [];
    expect((await shop.form(path, { [name]: '1', seen: '1' }, { token })).status).to.equal(303);
    expect(await quantities(id)).to.deep.equal([[1], [1]]);
  });

  it('are stored whole or not at all', async () => {
    const { id, number, path } = await placed();
    await shop.database.query('alter table orders add constraint broken check (not partly_sent) not valid');
    expect(await status(path, { 'pieces-A1': 1 }).catch(() => 500)).to.equal(500);
    await shop.database.query('alter table orders drop constraint broken');
    expect([await quantities(id), await mailsOf(number)]).to.deep.equal([[], []]);
    expect(await status(path, { 'pieces-A1': 1 })).to.equal(200);
  });

  it('keep the buyer from cancelling, and none follows for one who has withdrawn', async () => {
    const { id, key, path, address } = await placed();
    await send(path, { 'pieces-A1': 1 });
    await shop.form(`/orders/${id}/cancel?key=${key}`, {});
    expect(await sent(id)).to.deep.include({ isPartlySent: true, canSend: true });
    expect((await shop.page(address)).html).to.not.contain('Cancel this order');
    await shop.form(`/orders/${id}/withdrawal?key=${key}`, {});
    const { html } = await shop.page(address);
    expect(html).to.contain('You withdrew').and.not.contain('The rest follows').and.not.contain('Still to be sent');
    expect(html).to.not.contain('preparing');
    expect([(await sent(id)).canSend, await status(path, {})]).to.deep.equal([false, 409]);
    // The parcel is at the buyer's: the stock stays taken, and the shop pays back when it has the pieces again.
    expect(neighbours.taken('A1')).to.equal(2);
  });

  it('are all there are once the shop cancels what is left, whose stock comes back once', async () => {
    const { id, number, path, address } = await placed();
    await send(path, { 'pieces-A1': 1 });
    // Stock is away at first.
    neighbours.crash = { at: neighbours.calls.length + 1, when: 'before' };
    const cancel = () => shop.form(`/desk/orders/${id}/cancellation`, {}, { token });
    expect((await cancel()).location).to.equal(`/desk/orders/${id}?saved=restCancelled#saved`);
    expect(neighbours.taken('A1')).to.equal(2);
    await shop.database.query(
      "update orders set tried_at = now() - interval '1 minute', changed_at = now() - interval '1 minute' where order_id = $1",
      [id],
    );
    for (let time = 0; time < 2; time++) await shop.runJob('sweep');
    expect((await cancel()).status).to.equal(303);
    expect(neighbours.taken('A1')).to.equal(1);
    expect(neighbours.calls.filter((name) => name === 'return')).to.have.lengthOf(2);
    const { parcels, ...order } = await sent(id);
    expect([parcels.length, order.isPartlySent, order.canSend]).to.deep.equal([1, false, false]);
    expect(order.sentAt).to.be.a('string');
    expect([await status(path, {}), await status(path, { 'pieces-A1': 1 })]).to.deep.equal([409, 409]);
    for (const state of ['TO_SEND', 'PARTLY_SENT']) expect(await listed(state)).to.not.include(number);
    const mails = (await shop.mails()).filter(({ name }) => name === 'order-rest-cancelled');
    expect(mails.map(({ subject, text }) => [subject, text.includes('1 × Vitamin C')])).to.deep.equal([
      [`A part of your order ${number} is not sent`, true],
    ]);
    const actions = (await shop.records()).filter(({ subject }) => subject.includes(id)).map(({ action }) => action);
    expect(actions.slice(-2)).to.deep.equal(['order.sent', 'order.restCancelled']);
    expect((await shop.page(address)).html)
      .to.contain('Not sent')
      .and.not.contain('The rest follows');
    expect((await shop.page(`/desk/orders/${id}`, { token })).html).to.not.contain('Cancel what is left');
  });

  it('carry the rest, or the shop cancels it: one of two at once', async () => {
    const { id, path } = await placed();
    await send(path, { 'pieces-A1': 1 });
    const codes = await Promise.all([status(path, {}), status(`/desk/orders/${id}/cancellation`, {})]);
    expect(codes).to.have.members([200, 409]);
    expect(await quantities(id)).to.have.lengthOf(codes[0] === 200 ? 2 : 1);
    expect(neighbours.taken('A1')).to.equal(codes[0] === 200 ? 2 : 1);
  });

  it('are on the pages of buyer and desk, each with its packing slip', async () => {
    const { id, path, address } = await placed();
    await send(path, { tracking: 'AB 7', 'pieces-A1': 1 });
    for (const [page, ...parts] of [
      [address, 'The rest follows', 'Parcel 1, sent on', 'Follow the parcel by: AB 7', 'Still to be sent'],
      [`/de${address}`, 'Noch zu versenden'],
      [`/ar${address}`, 'ما لم يُرسل بعد'],
      [`/desk/orders/${id}`, 'Partly sent', `/desk/orders/${id}/slip?parcel=1`, 'One piece is left.'],
      [`/desk/orders/${id}/slip`, '<td>1</td>'],
      [`/desk/orders/${id}/slip?parcel=1`, '<td>1</td>', 'Parcel 1'],
      [`/desk/orders/${id}/slip?parcel=2`, 'There is no such parcel.'],
      ['/desk/orders?state=PARTLY_SENT', 'Partly sent'],
    ] as const) {
      const { html } = await shop.page(page, { token });
      for (const part of parts) expect(html, page).to.contain(part);
    }
    await send(path, {});
    expect((await shop.page(`/desk/orders/${id}/slip`, { token })).html).to.not.contain('<td>');
  });

  it('are one for an order that was sent before there were parcels', async () => {
    const { id } = await placed();
    await shop.database.query("update orders set sent_at = now(), tracking = 'OLD' where order_id = $1", [id]);
    expect(await quantities(id)).to.deep.equal([[2]]);
    expect((await sent(id)).parcels[0]?.tracking).to.equal('OLD');
  });
});
