import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

const more = { addition: 'Lee Ltd, floor 3', region: 'Berlin State', phone: '+49 30 123456' };
const none = { addition: null, region: null, phone: null };
const base = { name: 'Ann', street: 'Way 1', postcode: '10115', city: 'Berlin', country: 'DE' };

describe('orders: the address', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  let token: string;
  before(async () => {
    shop = await openOrders(neighbours, { locales: ['en-IE', 'de', 'ar'] });
    token = await shop.token({ permissions: ['orders:write'] });
  });
  after(() => shop.close());
  beforeEach(() => neighbours.reset({ opens: 'LATER' }));

  async function placed(form: string, address: object = {}) {
    const { order, address: page } = await place(shop, { form, cart: form, address });
    return { id: order?.id ?? '', number: order?.number ?? '', page: page ?? '' };
  }

  async function addressOf(id: string) {
    const text = `query ($id: ID!) {
      order(id: $id) { address { name addition street postcode city region phone country } }
    }`;
    return (await shop.graphql<{ order: { address: object } }>(text, { id }, { token })).data?.order.address;
  }

  it('has company, state and phone on the page of the order, on slips and at the desk', async () => {
    const { id, number, page } = await placed('more', more);
    expect(await addressOf(id)).to.deep.equal({ ...base, ...more });
    const lines = ['Ann', 'Lee Ltd, floor 3', 'Way 1', '10115 Berlin, Berlin State', 'Germany'];
    const stacked = lines.map((line) => `<div><bdi>${line}</bdi></div>`).join('');
    const phone = '<bdi dir="ltr">+49 30 123456</bdi>';
    for (const path of [page, `/desk/orders/${id}/slip`, `/desk/orders/slips?numbers=${number}`])
      expect((await shop.page(path, { token })).html)
        .to.contain(stacked)
        .and.contain(phone);
    expect((await shop.page(`/desk/orders/${id}`, { token })).html)
      .to.contain(`<bdi>${lines.join(', ')}</bdi>`)
      .and.contain(phone);
    expect((await shop.page(`/ar/desk/orders/${id}`, { token })).html).to.contain(`<dt>الهاتف</dt><dd>${phone}</dd>`);
  });

  it('has none of them where the checkout sends none', async () => {
    const { id, page } = await placed('none');
    expect(await addressOf(id)).to.deep.equal({ ...base, ...none });
    expect((await shop.page(page)).html)
      .to.contain('<div><bdi>Ann</bdi></div><div><bdi>Way 1</bdi></div><div><bdi>10115 Berlin</bdi></div>')
      .and.not.contain('Phone');
    expect((await shop.page(`/desk/orders/${id}`, { token })).html).to.not.contain('Phone');
  });

  for (const [what, postcode] of [
    ['null', null],
    ['an empty text', ''],
  ] as const)
    it(`has an empty postcode for ${what}, and no empty line`, async () => {
      const { id, page } = await placed(what, { postcode });
      expect(await addressOf(id)).to.deep.equal({ ...base, ...none, postcode: '' });
      expect((await shop.page(page)).html).to.contain('<div><bdi>Berlin</bdi></div><div><bdi>Germany</bdi></div>');
    });
});
