import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('cash-on-delivery', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('cash-on-delivery');
  });
  after(() => shop.close());

  it('is a way to pay', async () => {
    const { data } = await shop.graphql('{ paymentMethods(country: "IE", amount: 1000) { code label about } }');
    const about = 'You pay in cash when the parcel arrives. Please have the exact amount ready.';
    expect(data).to.deep.equal({ paymentMethods: [{ code: 'cash-on-delivery', label: 'Cash on delivery', about }] });
  });

  it('is announced on the product page', async () => {
    const { html } = await shop.page('/products/1001');
    expect(elementWith(html, 'p', 'class="PaymentNote')).to.contain('Pay at the door');
  });
});
