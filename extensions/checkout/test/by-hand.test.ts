import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { type CheckoutShop, openCheckout } from './open-checkout.ts';

const path = '/desk/orders/new';
const text = `mutation ($input: DeskOrderInput!) { placeDeskOrder(input: $input) { address } }`;
const buyer = {
  email: 'ann@example.com',
  name: 'Ann',
  street: 'Way 1',
  postcode: 'D01',
  city: 'Dublin',
  country: 'IE',
};

describe('the lines of an order by hand', () => {
  let checkout: CheckoutShop;
  let token: string;
  before(async () => {
    checkout = await openCheckout();
    token = await checkout.token({ permissions: ['orders:write'] });
  });
  after(() => checkout.close());

  const send = (fields: Readonly<Record<string, string>>) =>
    checkout.form(path, { ...buyer, key: 'k', ...fields }, { token });

  it('have 99 pieces of one item together, and the later line is refused', async () => {
    const lines = { 'sku-1': 'A', 'quantity-1': '60', 'sku-2': 'B', 'quantity-2': '99', 'sku-3': 'A' };
    const { status, html } = await send({ ...lines, 'quantity-3': '40' });
    expect(status).to.equal(400);
    expect(html.match(/Enter 1 to 99 pieces/g)).to.have.length(1);
    expect(elementWith(html, 'input', 'name="quantity-3"').split('>')[0]).to.contain('aria-invalid');
    expect((await send({ ...lines, 'quantity-3': '39' })).status).to.equal(409);
  });

  it('have at most 50 items', async () => {
    const lines = Array.from({ length: 51 }, (_, number) => ({ sku: `S${number}`, quantity: 1 }));
    const { errors } = await checkout.graphql(text, { input: { ...buyer, key: 'k', lines } }, { token });
    expect(errors?.[0]?.extensions).to.deep.include({ code: 'BAD_USER_INPUT' });
    expect(errors?.[0]?.extensions?.fields).to.have.all.keys('sku-51');
  });
});
