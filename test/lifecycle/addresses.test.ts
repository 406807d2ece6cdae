import { expect } from 'chai';
import { openPath, postForm } from '../support/browse.ts';
import { checkoutFields, fieldOf, fillCart } from '../support/buyers.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';

const dubai = { street: '1 Sheikh Zayed Road', postcode: '', city: 'Dubai', country: 'AE' };
const more = { addition: 'Lee Ltd, floor 3', region: 'Dubai Emirate', phone: '+971 4 123 4567' };
const methods = { deliveryMethod: 'flat-rate', paymentMethod: 'invoice' };

describe('an address in a country without postcodes', () => {
  let shop: TestGateway;
  before(async () => {
    shop = await startGateway();
    const zones = [{ countries: ['IE', 'AE'], amount: 490, days: [2, 3] }];
    const text =
      'mutation ($values: SettingValues!) { changeSettings(extension: "flat-rate-shipping", values: $values) }';
    const { errors } = await shop.graphql(text, { values: { zones } }, await shop.token(['stoa:settings']));
    expect(errors).to.equal(undefined);
  });
  after(() => shop[Symbol.asyncDispose]());

  /** What the form sends after a look at the total of the country. */
  async function lookedAt(cookie: string, changes: Readonly<Record<string, string>>) {
    const fields = await checkoutFields(shop.url, cookie, { ...methods, ...changes });
    const { html } = await postForm(`${shop.url}/checkout`, { ...fields, update: '1' }, cookie);
    return { html, fields: { ...fields, total: fieldOf(html, 'total') } };
  }

  it('is that of an order of a guest, on its page and on its packing slip', async () => {
    const cookie = await fillCart(shop.url, 'VIT-C1000-90');
    const { fields } = await lookedAt(cookie, { ...dubai, ...more });
    const { status, location } = await postForm(`${shop.url}/checkout`, fields, cookie);
    expect(status).to.equal(303);
    const lines = [
      'Ann Lee',
      'Lee Ltd, floor 3',
      '1 Sheikh Zayed Road',
      'Dubai, Dubai Emirate',
      'United Arab Emirates',
    ];
    const stacked = lines.map((line) => `<div><bdi>${line}</bdi></div>`).join('');
    const { html } = await openPath(shop.url + location, cookie);
    expect(html).to.contain(stacked).and.contain('+971 4 123 4567');
    const { pathname } = new URL(shop.url + location);
    const headers = { accept: 'text/html', authorization: `Bearer ${await shop.token(['orders:write'])}` };
    const slip = await fetch(`${shop.url}/desk${pathname}/slip`, { headers });
    expect(await slip.text())
      .to.contain(stacked)
      .and.contain('+971 4 123 4567');
  });

  it('is refused at the postcode where the country has postcodes', async () => {
    const cookie = await fillCart(shop.url, 'VIT-C1000-90');
    const { fields } = await lookedAt(cookie, { postcode: '', country: 'DE' });
    const { status, html } = await postForm(`${shop.url}/checkout`, fields, cookie);
    expect([status, html.includes('Enter the postcode.')]).to.deep.equal([400, true]);
  });

  it('is filled in from the account, and ordered with all of it', async () => {
    const email = 'ann.dubai@example.org';
    const fields = { name: 'Ann Lee', email, password: 'four words are enough' };
    const { cookie = '' } = await postForm(`${shop.url}/customers`, fields);
    const saved = await postForm(`${shop.url}/account/addresses`, { name: 'Ann Lee', ...dubai, ...more }, cookie);
    expect(saved.status).to.equal(303);
    const lines = await postForm(`${shop.url}/cart/lines`, { sku: 'VIT-C1000-90', quantity: '1' }, cookie);
    const own = [cookie, lines.cookie].filter(Boolean).join('; ');
    const { html } = await openPath(`${shop.url}/checkout`, own);
    const names = ['formKey', 'cart', 'total', 'email', 'name', ...Object.keys(dubai), ...Object.keys(more)];
    const filled = Object.fromEntries(names.map((field) => [field, fieldOf(html, field)]));
    const { status } = await postForm(`${shop.url}/checkout`, { ...filled, ...methods, country: 'AE' }, own);
    expect(status).to.equal(303);
    const [order] = await shop.database('orders').query('select address from orders where email = $1', [email]);
    expect(order).to.deep.equal({ address: { name: 'Ann Lee', ...dubai, ...more } });
  });
});
