import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

describe('orders: several at once', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours);
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());

  let count = 0;
  async function placed(opens = 'LATER') {
    neighbours.reset({ opens });
    const form = `bulk-${++count}`;
    const { order } = await place(shop, { form, cart: form });
    return order ?? expect.fail('no order');
  }
  const post = (path: string, body: object, bearer: string | undefined = token) =>
    shop.rest<{ error?: string; data?: { done?: number; page?: string } }>('POST', path, { body, token: bearer });
  const sentMails = async () => (await shop.mails()).filter(({ name }) => name === 'order-sent').length;

  it('have a pick list and packing slips of what is left', async () => {
    const [one, two, gone] = [await placed(), await placed(), await placed()];
    await post('/desk/orders/sending', { orders: [gone.id] });
    const ended = await placed();
    await post(`/desk/orders/${ended.id}/cancellation`, {});
    const orders = [one.id, two.id, gone.id, ended.id];
    const { body } = await post('/desk/orders', { do: 'PICK_LIST', orders });
    const numbers = [one, two, gone, ended].map(({ number }) => number).join();
    expect(body.data?.page).to.equal(`/desk/orders/pick-list?numbers=${numbers}`);
    const list = await shop.page(body.data?.page ?? '', { token });
    expect(list.html).to.contain('<td>4</td>').and.to.contain(`<td>${one.number}, ${two.number}</td>`);
    const { location = '' } = await shop.form('/desk/orders', { do: 'SLIPS', orders: one.id }, { token });
    expect(location).to.equal(`/desk/orders/slips?numbers=${one.number}`);
    const slips = await shop.page(`/desk/orders/slips?numbers=${numbers}`, { token });
    expect(slips.html.match(/<article/g)).to.have.lengthOf(2);
    expect(slips.html).to.contain(`Not to be sent: ${gone.number}, ${ended.number}`);
  });

  it('are sent after a question, once, with a mail and a record each', async () => {
    const [one, two] = [await placed(), await placed()];
    const orders = [one.id, two.id];
    const { body } = await post('/desk/orders', { do: 'SEND', orders });
    const { html } = await shop.page(body.data?.page ?? '', { token });
    expect(html).to.contain('Mark these 2 orders as sent').and.to.contain(`value="${two.id}"`);
    const before = await sentMails();
    for (let time = 0; time < 2; time++)
      expect((await post('/desk/orders/sending', { orders })).body.data).to.deep.equal({ done: 2 });
    expect((await sentMails()) - before).to.equal(2);
    const subjects = (await shop.records()).flatMap(({ action, subject }) =>
      action === 'order.sent' ? [subject] : [],
    );
    for (const id of orders) expect(subjects.filter((subject) => subject === `order:${id}`)).to.have.lengthOf(1);
  });

  it('are sent but for one that is not to be sent, which the page names by its number', async () => {
    const [one, two] = [await placed(), await placed()];
    await post(`/desk/orders/${two.id}/cancellation`, {});
    const { body } = await post('/desk/orders/sending', { orders: [two.id, one.id] });
    expect(body.error).to.equal('1 done, 1 refused.');
    const { status, html } = await shop.form('/desk/orders/sending', { orders: two.id }, { token });
    expect(status).to.equal(409);
    expect(html).to.contain('0 done, 1 refused.').and.to.contain(`<bdi>${two.number}</bdi>: `);
  });

  it('are on the same page of the filtered list after they are sent, and after a refusal', async () => {
    const { id, number } = await placed();
    const filters = '?state=TO_SEND&page=1';
    const next = `/desk/orders${filters}`;
    const escaped = (text: string) => text.replaceAll('&', '&amp;');
    const { location = '' } = await shop.form('/desk/orders', { do: 'SEND', orders: id, next }, { token });
    expect(location).to.equal(`/desk/orders/sending?numbers=${number}&next=${encodeURIComponent(next)}`);
    const { html } = await shop.page(location, { token });
    expect(html)
      .to.contain(`href="${escaped(next)}"`)
      .and.contain(`name="next" value="${escaped(next)}"`)
      .and.contain(`action="${escaped(`/desk/orders/sending${filters}`)}"`);
    const other = await shop.page(`/desk/orders/sending?numbers=${number}&next=//shop.invalid/?a=b`, { token });
    expect(other.html).to.contain('href="/desk/orders?a=b"').and.not.contain('"//shop.invalid');
    const sent = await shop.form(`/desk/orders/sending${filters}`, { orders: id, next }, { token });
    expect(sent.location).to.equal(`${next}&done=1`);
  });

  it('are known, at most a hundred, and for those who write orders', async () => {
    const { id, number } = await placed();
    expect((await post('/desk/orders', { do: 'SLIPS', orders: ['x'] })).status).to.equal(404);
    expect((await post('/desk/orders', { do: 'SLIPS', orders: Array(101).fill(id) })).status).to.equal(400);
    const other = await shop.token({ permissions: ['catalog:write'] });
    for (const path of ['/desk/orders', '/desk/orders/sending'])
      expect((await post(path, { do: 'SLIPS', orders: [id] }, other)).status).to.equal(403);
    for (const page of ['slips', 'pick-list', 'sending'])
      expect((await shop.page(`/desk/orders/${page}?numbers=${number}`, { token: other })).status).to.equal(403);
  });
});
