import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { aShop, type CheckoutShop, openCheckout } from './open-checkout.ts';

const form = {
  cart: 'c1',
  total: '3070',
  formKey: 'key',
  email: 'ann@example.com',
  name: 'Ann Lee',
  street: '1 Sheikh Zayed Road',
  city: 'Dubai',
  country: 'AE',
  deliveryMethod: 'post',
  paymentMethod: 'card',
};
const { name, street, city, country } = form;
const more = { addition: 'Lee Ltd, floor 3', region: 'Dubai Emirate', phone: '+971 4 123 4567' };

describe('the address of the checkout', () => {
  let checkout: CheckoutShop;
  before(async () => {
    checkout = await openCheckout({ locale: 'en-IE', locales: ['en-IE', 'de', 'ar'] });
  });
  after(() => checkout.close());
  beforeEach(() => {
    Object.assign(checkout.shop, aShop(), { countries: ['IE', 'DE', 'AE'] });
  });

  const send = (fields: object = {}) => checkout.form('/checkout', { ...form, ...fields });
  const inputIn = (html: string, field: string) => elementWith(html, 'input', `name="${field}"`).split('>')[0] ?? '';
  const sent = () => checkout.shop.inputs.map((input) => (input as { address: object }).address);

  it('has no postcode in a country without postcodes', async () => {
    expect((await send({ postcode: '' })).status).to.equal(303);
    expect(sent()).to.deep.equal([{ name, street, postcode: '', city, country }]);
  });

  for (const [what, fields] of [
    ['nothing', {}],
    ['null', { postcode: null, addition: null, region: null, phone: null }],
  ] as const)
    it(`takes ${what} of a program for what is not known`, async () => {
      const { status } = await checkout.rest('POST', '/checkout', { body: { ...form, ...fields, total: 3070 } });
      expect(status).to.equal(201);
      expect(sent()).to.deep.equal([{ name, street, postcode: '', city, country }]);
    });

  it('has company, state and phone, which the order gets', async () => {
    expect((await send(more)).status).to.equal(303);
    expect(sent()).to.deep.equal([{ name, street, postcode: '', city, country, ...more }]);
  });

  for (const [field, fields, says] of [
    ['postcode', { country: 'DE' }, 'Enter the postcode.'],
    ['phone', { phone: 'call me' }, 'Enter a phone number with at least five digits'],
    ['addition', { addition: '-' }, 'Enter letters or digits, or leave the field empty.'],
    ['region', { region: '\u202eDubai' }, 'Enter letters or digits, or leave the field empty.'],
  ] as const)
    it(`says so next to ${field} when it is wrong, and keeps the rest`, async () => {
      const { status, html } = await send({ ...more, ...fields });
      expect(status).to.equal(400);
      expect(html.match(/id="checkout-\w+-error"/g)).to.deep.equal([`id="checkout-${field}-error"`]);
      expect(elementWith(html, 'p', `id="checkout-${field}-error"`)).to.contain(says);
      expect(inputIn(html, 'street')).to.contain(`value="${street}"`);
      expect(checkout.shop.inputs).to.deep.equal([]);
    });

  for (const [path, label] of [
    ['/checkout', 'Company, floor or c/o (optional)'],
    ['/de/checkout', 'Telefonnummer für die Zustellung (optional)'],
    ['/ar/checkout', 'رقم الهاتف للتوصيل (اختياري)'],
  ] as const)
    it(`says on ${path} what is optional`, async () => {
      const { html } = await checkout.page(path);
      expect(html).to.contain(`>${label}</label>`);
      expect(inputIn(html, 'phone')).to.contain('type="tel"').and.contain('autoComplete="shipping tel"');
      for (const field of ['addition', 'postcode', 'region', 'phone'])
        expect(inputIn(html, field)).to.not.contain('required');
      expect(inputIn(html, 'street')).to.contain('required');
    });

  it('requires a postcode, and has no state, where all countries have postcodes and none has states', async () => {
    checkout.shop.countries = ['DE', 'FR'];
    const { html } = await checkout.page('/checkout');
    expect(inputIn(html, 'postcode')).to.contain('required');
    expect(html).to.not.contain('name="region"');
  });

  it('is that of the account with all of it, also with a state where the form has none otherwise', async () => {
    checkout.shop.countries = ['DE', 'FR'];
    const known = { name, street, postcode: '10115', city: 'Berlin', country: 'DE', ...more, region: 'Berlin State' };
    checkout.shop.me = { name, email: 'ann@example.com', addresses: [known] };
    const { html } = await checkout.page('/checkout', { token: await checkout.token({ id: '10001' }) });
    const fields = ['name', 'addition', 'street', 'postcode', 'city', 'region', 'phone'];
    const filled = Object.fromEntries(
      fields.map((field) => [field, /value="([^"]*)"/.exec(inputIn(html, field))?.[1] ?? '']),
    );
    expect({ ...filled, country: 'DE' }).to.deep.equal(known);
    expect((await send({ ...filled, country: 'DE' })).status).to.equal(303);
    expect(sent()).to.deep.equal([known]);
  });

  describe('of an order by hand', () => {
    const text = 'mutation ($input: DeskOrderInput!) { placeDeskOrder(input: $input) { address } }';
    const byHand = async (fields: object) => {
      const input = { key: 'k', email: form.email, name, street, city, country, lines: [{ sku: 'A', quantity: 1 }] };
      const choice = { deliveryMethod: 'post', paymentMethod: 'card', total: 3070 };
      const token = await checkout.token({ permissions: ['orders:write'] });
      return await checkout.graphql(text, { input: { ...input, ...choice, ...fields } }, { token });
    };

    it('has all that the checkout takes', async () => {
      expect((await byHand(more)).errors).to.equal(undefined);
      expect(sent()).to.deep.equal([{ name, street, postcode: '', city, country, ...more }]);
    });

    it('is refused at each field that is wrong', async () => {
      const { errors } = await byHand({ country: 'DE', phone: '1234' });
      expect(errors?.[0]?.extensions?.fields).to.have.all.keys('postcode', 'phone');
    });

    it('has fields at the desk that are optional', async () => {
      const token = await checkout.token({ permissions: ['orders:write'] });
      const { html } = await checkout.page('/desk/orders/new', { token });
      expect(html).to.contain('State or province (optional)').and.contain('Postcode</label>');
      for (const field of ['postcode', 'region', 'phone']) expect(inputIn(html, field)).to.not.contain('required');
    });
  });
});
