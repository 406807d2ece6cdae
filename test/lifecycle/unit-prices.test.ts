import { expect } from 'chai';
import { askedOf } from '../support/asked-of.ts';
import { openPath } from '../support/browse.ts';
import { fillCart } from '../support/buyers.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

describe('the price of a litre, in a shop whose price lists reduce prices', () => {
  let shop: TestGateway;
  before(async () => {
    // The statements of its jobs would be counted among those of a page.
    shop = await startGateway({ overrides: { port: 0, adminPort: 0, jobs: false } });
    await shop.database('pricing').query(`
      insert into list_price (sku, price_list_id, amount)
      select sku, price_list_id, amount from price_list, (values ('OIL-MCT-500', 1500), ('OIL-MCT-250', 999)) v(sku, amount)
      where name = 'Autumn'`);
  });
  after(() => shop[Symbol.asyncDispose]());

  it('follows the reduced price on the product page, also in the choice of its variants', async () => {
    const { html } = await openPath(`${shop.url}/products/1024`);
    const details = /<article.*?<\/h1>.*?<\/article>/s.exec(html)?.[0];
    expect(details).to.contain('€15.00').and.contain('(€30.00 per l)').and.not.contain('(€35.00 per l)');
    const form = /<form id="buy".*?<\/form>/s.exec(html)?.[0];
    expect(form).to.contain('(€30.00 per l)').and.contain('(€39.96 per l)');
  });

  it("stands in the bar at the end of a phone's window, of the variant whose price is there", async () => {
    const { html } = await openPath(`${shop.url}/products/1024`);
    const bar = /<p[^>]*>((?:(?!<p[ >]).)*)<button type="submit" form="buy"/s.exec(html)?.[1];
    expect(bar).to.contain('from €9.99').and.contain('(€39.96 per l)').and.not.contain('(€30.00 per l)');
  });

  it('follows it in the review of the order', async () => {
    const { html } = await openPath(`${shop.url}/checkout`, await fillCart(shop.url, 'OIL-MCT-250', '3'));
    const review = /<section[^>]*aria-labelledby="checkout-review".*?<dl/s.exec(html)?.[0];
    expect(review).to.contain('€29.97').and.contain('(€39.96 per l)');
  });

  it('follows it on the card of a list', async () => {
    expect((await openPath(`${shop.url}/?search=mct`)).html).to.contain('(€30.00 per l)');
  });

  it('follows it in the cart, which says nothing of what is sold by the piece', async () => {
    const { html } = await openPath(`${shop.url}/cart`, await fillCart(shop.url, 'OIL-MCT-250', '3'));
    expect(html).to.contain('€29.97').and.contain('€9.99 each').and.contain('(€39.96 per l)');
    const pieces = await openPath(`${shop.url}/cart`, await fillCart(shop.url, 'VIT-B12-100', '2'));
    expect(pieces.html).to.contain('each').and.not.contain('per l)').and.not.contain('per kg)');
  });

  for (const [path, asked] of [
    ['/products/1057', ['catalog', 'pricing', 'product-pictures', 'reviews', 'stock', 'supplement']],
    ['/categories/tea', ['catalog', 'catalog', 'pricing']],
  ] as const)
    it(`costs no statement more of ${path}`, async () => {
      await openPath(shop.url + path);
      shop.takeQueries();
      await openPath(shop.url + path);
      expect(askedOf(shop)).to.deep.equal(asked);
    });
});
