import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fillCart } from '../support/buyers.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a product that is deleted', () => {
  let shop: TestGateway;
  const sku = 'VIT-C1000-90';
  before(async () => {
    // The provider of card payments has to know where the shop is.
    shop = await startGateway({ overrides: { port: await freePort(), adminPort: 0 } });
  });
  after(() => shop[Symbol.asyncDispose]());

  const countOf = async (extension: string, table: string, column: string, value: string) => {
    const text = `select count(*)::integer as count from ${table} where ${column} = $1`;
    const [row] = await shop.database(extension).query<{ count: number }>(text, [value]);
    return row?.count;
  };
  const addListPrice = (of: string) =>
    shop
      .database('pricing')
      .query(
        'insert into list_price (sku, price_list_id, amount) select $1, min(price_list_id), 900 from price_list on conflict do nothing',
        [of],
      );
  const kept = () =>
    Promise.all([
      countOf('reviews', 'review', 'product_id', '1001'),
      countOf('supplement', 'supplement', 'product_id', '1001'),
      countOf('pricing', 'list_price', 'sku', sku),
    ]);

  it('is forgotten by all that keep something of it, while carts say so and an order keeps its line', async () => {
    await addListPrice(sku);
    const buyer = await fillCart(shop.url, sku);
    const fields = await checkoutFields(shop.url, buyer, { paymentMethod: 'cash-on-delivery' });
    const { status, location } = await postForm(`${shop.url}/checkout`, fields, buyer);
    expect(status).to.equal(303);
    const other = await fillCart(shop.url, sku);
    for (const count of await kept()) expect(count).to.be.greaterThan(0);

    const token = await shop.token(['catalog:write']);
    const { data } = await shop.graphql<{ deskProduct: { version: string } }>(
      '{ deskProduct(id: "1001") { version } }',
      {},
      token,
    );
    const body = { version: data?.deskProduct.version };
    expect((await shop.rest('POST', '/desk/products/1001/removal', { token, body })).status).to.equal(200);

    await waitUntil(async () => (await kept()).every((count) => count === 0));
    expect((await openPath(`${shop.url}/products/1001`)).status).to.equal(404);
    expect((await openPath(`${shop.url}/cart`, other)).html).to.contain(`${sku} is no longer sold.`);
    const order = await openPath(new URL(location ?? '', shop.url).href, buyer);
    expect([order.status, order.html.includes('Vitamin C 1000 mg')]).to.deep.equal([200, true]);
  });

  it('is not needed for that: a variant that is removed is forgotten, too, and the other one stays', async () => {
    const [one, other] = ['VIT-D2000-120', 'VIT-D2000-240'];
    await Promise.all([one, other].map(addListPrice));
    const prices = () => Promise.all([one, other].map((each) => countOf('pricing', 'list_price', 'sku', each)));
    const before = await prices();
    const token = await shop.token(['catalog:write']);
    const body = { sku: other };
    expect((await shop.rest('POST', '/desk/products/1002/variant/removal', { token, body })).status).to.equal(200);
    await waitUntil(async () => (await countOf('pricing', 'list_price', 'sku', other)) === 0);
    expect((await prices())[0])
      .to.equal(before[0])
      .and.to.be.greaterThan(0);
  });
});
