import { expect } from 'chai';
import { elementWith, openExtension, type TestExtension } from 'stoa/testing';

describe('cash-on-delivery', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('cash-on-delivery');
  });
  after(() => shop.close());

  it('is a way to pay on the checkout page', async () => {
    const { html } = await shop.page('/checkout');
    expect(elementWith(html, 'label', 'class="CashOnDelivery')).to.contain('value="cash-on-delivery"');
  });

  it('is announced on the product page', async () => {
    const { html } = await shop.page('/products/1001');
    expect(elementWith(html, 'p', 'class="PaymentNote')).to.contain('Pay at the door');
  });
});
