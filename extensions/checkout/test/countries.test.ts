import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { aShop, type CheckoutShop, openCheckout } from './open-checkout.ts';

describe('the countries of the checkout', () => {
  let checkout: CheckoutShop;
  before(async () => {
    checkout = await openCheckout();
  });
  after(() => checkout.close());
  beforeEach(() => {
    Object.assign(checkout.shop, aShop());
  });

  const offered = (html: string) =>
    [...(/<select id="checkout-country".*?<\/select>/s.exec(html)?.[0] ?? '').matchAll(/value="(\w+)"/g)].map(
      ([, code]) => code,
    );
  const selected = (html: string) => /<option[^>]*value="(\w+)"[^>]* selected/.exec(html)?.[1];

  it('are those to which something is delivered, in the order of their names', async () => {
    const { html } = await checkout.page('/checkout');
    expect(offered(html)).to.deep.equal(['FR', 'DE', 'IE']);
    expect(html).not.to.contain('We do not deliver');
  });

  it('have one for a cart with a country to which nothing is delivered', async () => {
    checkout.shop.countries = ['FR', 'AT'];
    const { html } = await checkout.page('/checkout');
    expect(offered(html)).to.deep.equal(['AT', 'FR']);
    expect(selected(html)).to.equal('AT');
    expect(checkout.shop.cart).to.include({ country: 'AT' });
  });

  it('say that nothing is delivered to the one that was sent', async () => {
    const fields = { cart: 'c1', total: '3070', formKey: 'key', country: 'NO', update: '1' };
    const { html } = await checkout.form('/checkout', fields);
    expect(html).to.contain('We do not deliver to Norway.');
    expect(selected(html)).to.equal('IE');
  });

  it('are none where nothing is delivered at all, which the page says', async () => {
    Object.assign(checkout.shop, { countries: [], delivery: [] });
    const { html } = await checkout.page('/checkout');
    expect(html).to.contain('We do not deliver at the moment.').and.not.to.contain('<select');
    expect(elementWith(html, 'input', 'name="country"')).to.contain('value="IE"');
  });

  context('of a customer whose newest address is in another one', () => {
    const address = { name: 'Ann Bee', street: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' };
    beforeEach(() => {
      checkout.shop.countries = ['IE', 'FR'];
      const addresses = [{ ...address, street: 'High Street 2', country: 'FR' }, address];
      checkout.shop.me = { name: 'Ann', email: 'ann@example.com', addresses };
    });

    it('say so, and the form has the newest address to which something is delivered', async () => {
      const { html } = await checkout.page('/checkout', { token: await checkout.token({ id: '10001' }) });
      expect(html).to.contain('We do not deliver to Germany. Please enter an address in one of these countries.');
      expect(selected(html)).to.equal('FR');
      expect(elementWith(html, 'input', 'name="street"')).to.contain('value="High Street 2"');
    });
  });
});
