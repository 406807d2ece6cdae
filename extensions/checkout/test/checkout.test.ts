import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { aShop, type CheckoutShop, openCheckout } from './open-checkout.ts';

const form = {
  cart: 'c1',
  total: '3070',
  formKey: 'key',
  email: 'ann@example.com',
  name: 'Ann Example',
  street: 'High Street 1',
  postcode: 'D01',
  city: 'Dublin',
  country: 'IE',
  deliveryMethod: 'post',
  paymentMethod: 'card',
};

const chosen = { id: 'c1', quantity: 2, deliveryMethod: 'post', paymentMethod: 'card' };

describe('checkout', () => {
  let checkout: CheckoutShop;
  before(async () => {
    checkout = await openCheckout({ locale: 'en-IE', locales: ['en-IE', 'de', 'ar'] });
  });
  after(() => checkout.close());
  beforeEach(() => {
    Object.assign(checkout.shop, aShop());
  });

  const send = (fields: object = {}, path = '/checkout') => checkout.form(path, { ...form, ...fields });

  describe('the page', () => {
    it('shows the whole total before anything is sent, with the first ways to deliver and to pay', async () => {
      const { html } = await checkout.page('/checkout');
      expect(html).to.contain('€30.70').and.to.contain('Including 23% VAT').and.to.contain('Including 13.5% VAT');
      expect(elementWith(html, 'input', 'name="total"')).to.contain('value="3070"');
      expect(elementWith(html, 'input', 'value="post"').split('>')[0]).to.contain('checked');
      expect(elementWith(html, 'input', 'value="card"').split('>')[0]).to.contain('checked');
      expect(checkout.shop.cart).to.include({ deliveryMethod: 'post', paymentMethod: 'card' });
    });

    it('keeps what was chosen before, and takes another where that is no longer offered', async () => {
      checkout.shop.cart = { id: 'c1', quantity: 2, country: 'DE', deliveryMethod: 'pick-up', paymentMethod: 'gone' };
      const { html } = await checkout.page('/checkout');
      expect(elementWith(html, 'input', 'value="pick-up"').split('>')[0]).to.contain('checked');
      expect(elementWith(html, 'option', 'value="DE"').split('>')[0]).to.contain('selected');
      expect(checkout.shop.cart).to.include({ deliveryMethod: 'pick-up', paymentMethod: 'card' });
    });

    context('of a customer', () => {
      const address = { name: 'Ann Bee', street: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' };
      let token: string;
      before(async () => {
        token = await checkout.token({ id: '10001' });
      });
      beforeEach(() => {
        checkout.shop.me = {
          name: 'Ann',
          email: 'ann@example.com',
          addresses: [{ ...address, country: 'IE' }, address],
        };
      });

      const valuesIn = (html: string) =>
        ['email', 'name', 'street'].map((name) => /value="([^"]*)"/.exec(inputIn(html, name))?.[1] ?? '');
      const inputIn = (html: string, name: string) => elementWith(html, 'input', `name="${name}"`).split('>')[0] ?? '';

      it('has the newest address, and the prices of its country', async () => {
        const { html } = await checkout.page('/checkout', { token });
        expect(valuesIn(html)).to.deep.equal(['ann@example.com', 'Ann Bee', 'Main Street 1']);
        expect(elementWith(html, 'option', 'value="DE"').split('>')[0]).to.contain('selected');
        expect(checkout.shop.cart).to.include({ country: 'DE', deliveryMethod: 'post' });
      });

      it('has an address in the country that was chosen before, or none', async () => {
        checkout.shop.cart = { ...chosen, country: 'IE' };
        expect(valuesIn((await checkout.page('/checkout', { token })).html)[2]).to.equal('Main Street 1');
        checkout.shop.cart = { ...chosen, country: 'FR' };
        const { html } = await checkout.page('/checkout', { token });
        expect(valuesIn(html)).to.deep.equal(['ann@example.com', 'Ann', '']);
        expect(checkout.shop.cart).to.include({ country: 'FR' });
      });

      it('has what was typed when the form comes back', async () => {
        const { html } = await checkout.form(
          '/checkout',
          { ...form, update: '1', name: '', street: 'Other' },
          { token },
        );
        expect(valuesIn(html)).to.deep.equal(['ann@example.com', '', 'Other']);
      });

      it('is that of a guest where there is no account', async () => {
        checkout.shop.me = null;
        expect(valuesIn((await checkout.page('/checkout', { token })).html)).to.deep.equal(['', '', '']);
      });
    });

    for (const [path, button] of [
      ['/checkout', 'Order with obligation to pay'],
      ['/de/checkout', 'Zahlungspflichtig bestellen'],
      ['/ar/checkout', 'تأكيد الطلب مع الالتزام بالدفع'],
    ] as const)
      it(`says on the button of ${path} that one pays`, async () => {
        expect((await checkout.page(path)).html).to.contain(button);
      });

    for (const [what, cart] of [
      ['without a cart', null],
      ['with an empty cart', { ...aShop().cart, quantity: 0 }],
    ] as const)
      it(`has nothing to order ${what}`, async () => {
        Object.assign(checkout.shop, { cart });
        const { html } = await checkout.page('/checkout');
        expect(html).to.contain('Your cart is empty').and.not.to.contain('<fieldset');
      });

    it('has the ways to pay that are there while the extension of another one is away', async () => {
      checkout.shop.isPaymentAway = true;
      const { status, html } = await checkout.page('/checkout');
      expect(status).to.equal(200);
      expect(elementWith(html, 'input', 'value="card"').split('>')[0]).to.contain('checked');
    });

    it('keeps the way to pay that was chosen, while its extension is away', async () => {
      Object.assign(checkout.shop, { isPaymentAway: true });
      Object.assign(checkout.shop.cart ?? {}, { paymentMethod: 'invoice' });
      expect((await checkout.page('/checkout')).status).to.equal(200);
      expect(checkout.shop.cart).to.include({ paymentMethod: 'invoice' });
    });

    it('is unavailable where all ways to pay are those of an extension that is away', async () => {
      Object.assign(checkout.shop, { payment: [], isPaymentAway: true });
      expect((await checkout.page('/checkout')).status).to.equal(503);
    });

    it('says that nothing is delivered, or that there is no way to pay', async () => {
      Object.assign(checkout.shop, { delivery: [], payment: [] });
      const { html } = await checkout.page('/checkout');
      expect(html).to.contain('do not deliver to this country').and.to.contain('no way to pay');
    });
  });

  describe('an order', () => {
    it('is placed with what the buyer has seen and chosen, and leads to its page', async () => {
      const { status, location } = await send({ name: ' Ann Example ' });
      expect([status, location]).to.deep.equal([303, '/orders/o1?key=k']);
      expect(checkout.shop.inputs).to.deep.equal([
        {
          form: 'key',
          email: 'ann@example.com',
          name: 'Ann Example',
          address: { name: 'Ann Example', street: 'High Street 1', postcode: 'D01', city: 'Dublin', country: 'IE' },
          cart: 'c1',
          total: 3070,
          deliveryMethod: 'post',
          paymentMethod: 'TransferPayment',
        },
      ]);
    });

    it('has the lines that the buyer has seen', async () => {
      const { html } = await checkout.page('/checkout');
      expect(elementWith(html, 'input', 'name="lines"')).to.contain('value="2 A"');
      await send({ lines: '2 A' });
      expect(checkout.shop.inputs[0]).to.deep.include({ lines: [{ sku: 'A', quantity: 2 }] });
    });

    it('is answered with 201 to a program', async () => {
      const { status, body } = await checkout.rest('POST', '/checkout', { body: { ...form, total: 3070 } });
      expect(status).to.equal(201);
      expect(body).to.deep.nested.property('data.order', { id: 'o1', address: '/orders/o1?key=k' });
    });

    for (const field of ['cart', 'deliveryMethod', 'paymentMethod'])
      it(`is refused to a program that sends U+0000 as ${field}`, async () => {
        const { status } = await checkout.rest('POST', '/checkout', { body: { ...form, total: 3070, [field]: 'a\0' } });
        expect(status).to.equal(400);
      });

    it('is that of the first click when the second one finds the cart closed', async () => {
      checkout.shop.cart = null;
      expect((await send()).location).to.equal('/orders/o1?key=k');
    });

    it('is refused when the total is another one, which the page then shows', async () => {
      const { status, html } = await send({ deliveryMethod: 'pick-up' });
      expect(status).to.equal(409);
      expect(html).to.contain('the total has changed').and.to.contain('value="High Street 1"');
      expect(elementWith(html, 'input', 'name="total"')).to.contain('value="2580"');
      expect(checkout.shop.inputs).to.deep.equal([]);
      expect((await send({ deliveryMethod: 'pick-up', total: '2580' })).status).to.equal(303);
    });

    it('is not placed by the button that updates the total, whatever is typed', async () => {
      const { html } = await send({ update: '1', deliveryMethod: 'pick-up', email: '', name: 'Ann' });
      expect(html).to.contain('The total is up to date').and.to.contain('value="Ann"');
      expect(elementWith(html, 'input', 'name="total"')).to.contain('value="2580"');
      expect(checkout.shop.inputs).to.deep.equal([]);
    });

    for (const [field, value, says] of [
      ['email', 'ann', 'Enter an e-mail address'],
      ['email', 'bob;ann@example.com', 'Enter an e-mail address'],
      ['name', ' ', 'Enter your name'],
      ['street', '-', 'Enter street and number'],
      ['city', '\u0007', 'Enter the city'],
      ['name', '\u202eAnn', 'Enter your name'],
      ['street', 'High Street 1\u2028Cork', 'Enter street and number'],
    ] as const)
      it(`says so next to ${field} when it is wrong, and keeps the rest`, async () => {
        const { status, html } = await send({ [field]: value });
        expect(status).to.equal(400);
        expect(html.match(/id="checkout-\w+-error"/g)).to.deep.equal([`id="checkout-${field}-error"`]);
        expect(html).to.contain(says).and.to.contain('Nothing is ordered yet');
        expect(checkout.shop.inputs).to.deep.equal([]);
      });

    for (const [field, value, total, says] of [
      ['deliveryMethod', 'gone', '2580', 'Choose a way of delivery'],
      ['deliveryMethod', '', '2580', 'Choose a way of delivery'],
      ['paymentMethod', 'gone', '3070', 'Choose a way to pay'],
    ] as const)
      it(`is refused when ${field} is "${value}", which is not offered`, async () => {
        const { status, html } = await send({ [field]: value, total });
        expect(status).to.equal(409);
        expect(elementWith(html, 'p', `id="checkout-${field}-error"`)).to.contain(says);
        expect(checkout.shop.inputs).to.deep.equal([]);
      });

    it('is placed while the extension of another way to pay is away', async () => {
      checkout.shop.isPaymentAway = true;
      expect((await send()).status).to.equal(303);
    });

    it('is unavailable when the chosen way to pay is missing, and may be that of an extension that is away', async () => {
      checkout.shop.isPaymentAway = true;
      expect((await send({ paymentMethod: 'gone' })).status).to.equal(503);
      expect((await send({ paymentMethod: '' })).status).to.equal(409);
    });

    for (const [placed, says] of [
      [{ state: 'CHANGED', order: null, address: null, total: 3100 }, 'the total has changed'],
      [{ state: 'OUT', address: null, missing: ['A'] }, 'there is too little left of Tea.'],
      [{ state: 'VOUCHER_REFUSED', address: null, missing: ['TEN'] }, 'the voucher TEN cannot be used any more'],
      [{ state: 'REFUSED', order: null, address: null }, 'your cart has changed'],
    ] as const)
      it(`says why orders answer ${placed.state}`, async () => {
        Object.assign(checkout.shop, { placed });
        const { status, html } = await send();
        expect(status).to.equal(409);
        expect(html).to.contain(says);
      });
  });
});
