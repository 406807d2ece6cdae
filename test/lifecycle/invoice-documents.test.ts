import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Order {
  readonly path: string;
  readonly id: string;
  readonly key: string;
  readonly cookie: string;
}

describe('documents of a real order', () => {
  let shop: TestGateway;
  let desk: string;
  before(async () => {
    shop = await startGateway({ overrides: { port: await freePort(), adminPort: 0 } });
    desk = await shop.token(['orders:write']);
  });
  after(() => shop[Symbol.asyncDispose]());

  async function place(paymentMethod: string): Promise<Order> {
    const cookie = await fillCart(shop.url, 'VIT-C1000-90');
    const fields = await checkoutFields(shop.url, cookie, { paymentMethod });
    const { location } = await postForm(`${shop.url}/checkout`, fields, cookie);
    const { pathname, search, searchParams } = new URL(location ?? '', shop.url);
    const id = pathname.split('/').at(-1) ?? '';
    return { path: pathname + search, id, key: searchParams.get('key') ?? '', cookie };
  }
  async function orderOf({ id, key }: Order) {
    const text = `{ order(id: "${id}", key: "${key}") { state payAddress totals { total } } }`;
    const { data } = await shop.graphql<{
      order: { state: string; payAddress: string | null; totals: { total: number } };
    }>(text);
    return data?.order ?? expect.fail('no order');
  }
  async function documentsOf({ id, key }: Order) {
    const text = `{ orderDocuments(order: "${id}", key: "${key}") { amount url } }`;
    const { data } = await shop.graphql<{ orderDocuments: readonly { amount: number; url: string }[] }>(text);
    return data?.orderDocuments ?? expect.fail('no documents');
  }
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(shop.url + path, { headers })).status;

  it('are linked for the buyer, and given to those who see the order', async () => {
    const order = await place('invoice');
    const { html } = await openPath(shop.url + order.path, order.cookie);
    const [, href = ''] = /href="([^"]*\/documents\/[^"]*)"/.exec(html) ?? [];
    const path = href.split('?')[0] ?? '';
    expect(path).to.match(/^\/orders\/[^/]+\/documents\/20\d\d-\d{6}$/);
    expect(await statusOf(`${path}?key=${order.key}`)).to.equal(200);
    expect(await statusOf(path, { cookie: order.cookie })).to.equal(200);
    expect(await statusOf(path, { authorization: `Bearer ${desk}` })).to.equal(200);
    expect(await statusOf(path)).to.equal(404);
    expect(await statusOf(path, { authorization: `Bearer ${await shop.token()}` })).to.equal(404);
    const other = await place('invoice');
    expect(await statusOf(path, { cookie: other.cookie })).to.equal(404);
  });

  it('credit an order in part, and what is left when it is cancelled before it is paid', async () => {
    const order = await place('invoice');
    const { totals } = await orderOf(order);
    const text = `mutation { refundOrder(id: "${order.id}", key: "a", amount: 200) { totals { refunded } } }`;
    const { data } = await shop.graphql<object>(text, {}, desk);
    expect(data).to.deep.equal({ refundOrder: { totals: { refunded: 200 } } });
    await postForm(`${shop.url}/orders/${order.id}/cancel?key=${order.key}`, {}, order.cookie);
    await waitUntil(async () => (await documentsOf(order)).length === 3);
    const amounts = (await documentsOf(order)).map(({ amount }) => amount);
    expect(amounts).to.deep.equal([totals.total, 200, totals.total - 200]);
  });

  it('credit each refund of a paid order, and what is left when it is cancelled', async () => {
    const order = await place('card');
    const { payAddress, totals } = await orderOf(order);
    await postForm(`${payAddress}/decision`, { decision: 'pay' });
    await waitUntil(async () => (await orderOf(order)).state === 'PAID');
    const refund = (key: string, amount: number) =>
      shop.graphql(`mutation { refundOrder(id: "${order.id}", key: "${key}", amount: ${amount}) { state } }`, {}, desk);
    await Promise.all([refund('a', 100), refund('b', 250)]);
    // Two refunds at once may be told of as one: what counts is the sum.
    const credited = async () => (await documentsOf(order)).slice(1).reduce((sum, { amount }) => sum + amount, 0);
    await waitUntil(async () => (await credited()) === 350);
    await postForm(`${shop.url}/orders/${order.id}/cancel?key=${order.key}`, {}, order.cookie);
    await waitUntil(async () => (await credited()) === totals.total);
    const [, ...notes] = await documentsOf(order);
    for (const { url } of notes) expect(await statusOf(url)).to.equal(200);
  });
});
