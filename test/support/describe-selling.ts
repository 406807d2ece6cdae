import { expect } from 'chai';
import { openPath, postForm } from './browse.ts';
import { checkoutFields, fillCart } from './buyers.ts';
import { freePort } from './free-port.ts';
import type { StartGateway, TestGateway } from './start-gateway.ts';
import { waitUntil } from './wait-until.ts';

interface Bought {
  readonly id: string;
  readonly key: string;
  readonly path: string;
}

/** What a shop sells, and to whom, with any stock. `more` are further tests of the shop, which come last. */
export function describeSelling(start: StartGateway, more?: (shop: () => TestGateway) => void): void {
  let shop: TestGateway;
  before(async () => {
    // The provider of card payments has to know where the shop is.
    shop = await start({ overrides: { port: await freePort(), adminPort: 0 } });
  });
  after(() => shop[Symbol.asyncDispose]());

  const fill = (sku: string): Promise<string> => fillCart(shop.url, sku);

  /** Sends the form of the checkout, as it is filled in there. */
  async function order(cookie: string, changes: Readonly<Record<string, string>>) {
    const fields = await checkoutFields(shop.url, cookie, changes);
    return { fields, answer: await postForm(`${shop.url}/checkout`, fields, cookie) };
  }

  async function buy(sku: string, paymentMethod: string): Promise<Bought> {
    const { answer } = await order(await fill(sku), { paymentMethod });
    expect(answer.status, answer.html).to.equal(303);
    const path = answer.location ?? '';
    const { pathname, searchParams } = new URL(path, shop.url);
    return { id: pathname.split('/').at(-1) ?? '', key: searchParams.get('key') ?? '', path };
  }

  async function orderOf({ id, key }: Bought) {
    const { data } = await shop.graphql<{
      order: { state: string; payAddress: string | null; totals: { total: number } };
    }>(
      'query ($id: ID!, $key: String) { order(id: $id, key: $key) { state payAddress totals { total taxes { rate net tax } } } }',
      { id, key },
    );
    return data?.order ?? expect.fail('no order');
  }

  async function available(sku: string): Promise<number> {
    const { data } = await shop.graphql<{ variant: { available: number } }>(`{ variant(sku: "${sku}") { available } }`);
    return data?.variant.available ?? expect.fail('no variant');
  }

  it('sells to a guest who pays by invoice, and takes the goods from the stock', async () => {
    const before = await available('VIT-C1000-90');
    const bought = await buy('VIT-C1000-90', 'invoice');
    expect(await orderOf(bought)).to.deep.include({ state: 'CONFIRMED' });
    expect(await available('VIT-C1000-90')).to.equal(before - 1);
    const { status, html } = await openPath(`${shop.url}${new URL(bought.path, shop.url).pathname}?key=${bought.key}`);
    expect([status, html]).to.deep.include(200);
    expect(html).to.include('Vitamin C');
  });

  it('marks a review of what its browser has bought, and no other', async () => {
    const cookie = await fill('VIT-C1000-90');
    await order(cookie, { paymentMethod: 'invoice' });
    const review = async (comment: string, from: string, product = '1001') =>
      await postForm(`${shop.url}/products/${product}/reviews`, { author: 'Ann', rating: '5', comment }, from);
    await review('I bought it.', cookie);
    await review('I bought something else.', cookie, '1002');
    await review('I put it into a cart.', await fill('VIT-C1000-90'));
    const { data } = await shop.graphql<{ reviews: { nodes: readonly { comment: string; bought: boolean }[] } }>(
      '{ reviews(first: 3) { nodes { comment bought } } }',
    );
    expect(data?.reviews.nodes).to.have.deep.members([
      { comment: 'I bought it.', bought: true },
      { comment: 'I bought something else.', bought: false },
      { comment: 'I put it into a cart.', bought: false },
    ]);
  });

  it('sells by card: the order is paid when the provider says so', async () => {
    const bought = await buy('VIT-C1000-180', 'card');
    const { state, payAddress } = await orderOf(bought);
    expect(state).to.equal('PENDING');
    await postForm(`${payAddress}/decision`, { decision: 'pay' });
    await waitUntil(async () => (await orderOf(bought)).state === 'PAID');
  });

  it('counts VAT of the country of delivery', async () => {
    const { totals } = await orderOf(await buy('VIT-C1000-90', 'invoice'));
    expect(totals).to.deep.include({ total: 1780 }).and.to.have.property('taxes').with.length(1);
  });

  it('sells the same form once, however often it is sent', async () => {
    const cookie = await fill('VIT-C1000-90');
    const { fields, answer } = await order(cookie, { paymentMethod: 'invoice' });
    const again = await postForm(`${shop.url}/checkout`, fields, cookie);
    const pathOf = ({ location }: { readonly location: string | null }) => location?.split('?')[0];
    expect(pathOf(again)).to.equal(pathOf(answer)).and.to.include('/orders/');
  });

  it('orders nothing when the total is another one than the buyer has seen', async () => {
    const { answer } = await order(await fill('VIT-C1000-90'), { paymentMethod: 'invoice', total: '1' });
    expect(answer.status).to.equal(409);
    expect(answer.html).to.include('the total has changed');
  });

  it('shows another guest nothing of an order', async () => {
    const { id } = await buy('VIT-C1000-90', 'invoice');
    const { data } = await shop.graphql('query ($id: ID!) { order(id: $id) { email } }', { id });
    expect(data).to.deep.equal({ order: null });
  });

  more?.(() => shop);
}
