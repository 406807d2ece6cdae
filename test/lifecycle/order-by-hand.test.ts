import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openPath } from '../support/browse.ts';
import { fieldOf } from '../support/buyers.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/start-gateway.ts';
import { withoutLines } from '../support/test-project.ts';
import { waitUntil } from '../support/wait-until.ts';

const path = '/desk/orders/new';
const text = `mutation ($input: DeskOrderInput!) {
  placeDeskOrder(input: $input) {
    address order { id number email totals { total reduction } }
    checkout { cart { totals { total reduction } } payment { code } delivery { code } }
  }
}`;
const buyer = { name: 'Cal Ler', street: '1 High Street', postcode: 'D01 AB12', city: 'Dublin', country: 'IE' };

interface Placed {
  readonly placeDeskOrder: {
    readonly address: string | null;
    readonly order: {
      readonly id: string;
      readonly number: string;
      readonly totals: { readonly total: number };
    } | null;
    readonly checkout: {
      readonly cart: { readonly totals: { readonly total: number; readonly reduction: number } };
    } | null;
  } | null;
}

describe('an order by hand', () => {
  let shop: TestGateway;
  let token: string;
  before(async () => {
    // The provider of card payments has to know where the shop is.
    shop = await startGateway({ overrides: { port: await freePort(), adminPort: 0 } });
    token = await shop.token(['desk:use', 'orders:write'], 'clerk');
  });
  after(() => shop[Symbol.asyncDispose]());

  const orders = () => shop.database('orders');
  const countOf = async (email: string) =>
    (await orders().query('select order_id from orders where email = $1', [email])).length;
  const ask = (input: object, bearer = token) => shop.graphql<Placed>(text, { input: { ...buyer, ...input } }, bearer);
  const subjectsTo = (email: string) => shop.mails.flatMap(({ to, subject }) => (to === email ? subject : []));

  async function post(fields: Readonly<Record<string, string>>, bearer = token) {
    const response = await fetch(shop.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', authorization: `Bearer ${bearer}`, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, location: response.headers.get('location'), html: await response.text() };
  }

  it('is looked at, and placed once by two clicks, with a reduction and a mail', async () => {
    const email = 'form@example.org';
    const typed = {
      ...buyer,
      email,
      key: 'form-1',
      'sku-1': 'VIT-C1000-90',
      'quantity-1': '2',
      voucher: 'tea5',
    };
    const looked = await post(typed);
    expect([looked.status, await countOf(email)]).to.deep.equal([409, 0]);
    expect(looked.html).to.include('Nothing is ordered yet').and.include('Voucher TEA5').and.include('2 × Vitamin C');
    const methods = { deliveryMethod: 'flat-rate', paymentMethod: 'cash-on-delivery' };
    const again = await post({ ...typed, ...methods });
    const fields = { ...typed, ...methods, total: fieldOf(again.html, 'total'), step: 'place' };
    expect(fieldOf(again.html, 'key')).to.equal('form-1');
    const clicks = await Promise.all([post(fields), post(fields)]);
    const [{ location }] = clicks;
    expect(clicks.map(({ status }) => status)).to.deep.equal([303, 303]);
    expect(location).to.match(/^\/desk\/orders\/[0-9a-f-]{36}\?saved=placed#saved$/);
    const rows = await orders().query<{ customer: string | null; visitor: string | null; reduction: number }>(
      'select customer_id as customer, visitor, reduction from orders where email = $1',
      [email],
    );
    expect(rows).to.deep.equal([{ customer: null, visitor: null, reduction: 500 }]);
    await waitUntil(async () => subjectsTo(email).some((subject) => subject.endsWith('is confirmed')));
  });

  it('says at each field what is wrong', async () => {
    const { status, html } = await post({
      country: 'IE',
      key: 'wrong',
      'sku-1': 'no such thing at all',
      'sku-2': 'vitamin',
      'sku-3': 'VIT-C1000-90',
      'quantity-3': '0',
    });
    expect(status).to.equal(400);
    expect(html)
      .to.include('sells nothing of this number')
      .and.include('Several fit. Enter the number of one: ')
      .and.include('Enter 1 to 99 pieces.')
      .and.not.include('name="step"');
    const missing = await post({ country: 'DE', key: 'wrong-2', 'sku-1': 'VIT-C1000-90' });
    expect([missing.status, missing.html.includes('Enter the postcode.')]).to.deep.equal([400, true]);
    const voucher = await post({
      ...buyer,
      email: 'a@example.org',
      key: 'v',
      'sku-1': 'VIT-C1000-90',
      voucher: 'NONE',
    });
    expect(voucher.status).to.equal(400);
  });

  it('is one of programs, too, which see the total first, and never at another one', async () => {
    const input = {
      key: 'program',
      email: 'program@example.org',
      lines: [{ sku: 'VIT-C1000-90', quantity: 1 }],
      paymentMethod: 'invoice',
    };
    const total = (await ask(input)).data?.placeDeskOrder?.checkout?.cart.totals.total ?? expect.fail('no total');
    expect((await ask({ ...input, total: total - 1 })).errors?.[0]?.extensions?.code).to.equal('CONFLICT');
    expect(await countOf(input.email)).to.equal(0);
    const first = await ask({ ...input, deliveryMethod: 'flat-rate', total });
    const second = await ask({ ...input, deliveryMethod: 'flat-rate', total });
    expect(first.data?.placeDeskOrder?.order?.id).to.be.a('string').and.equal(second.data?.placeDeskOrder?.order?.id);
    expect(first.data?.placeDeskOrder?.order?.totals.total).to.equal(total);
    const broken = await ask({ ...input, key: 'other', country: 'no' });
    expect(broken.errors?.[0]?.extensions?.code).to.equal('BAD_USER_INPUT');
  });

  it('sends the link to pay by mail where the way to pay needs one', async () => {
    const lines = [{ sku: 'VIT-C1000-90', quantity: 1 }];
    const input = { key: 'card', email: 'card@example.org', lines, paymentMethod: 'card', deliveryMethod: 'flat-rate' };
    const total = (await ask(input)).data?.placeDeskOrder?.checkout?.cart.totals.total;
    expect((await ask({ ...input, total })).errors).to.equal(undefined);
    await waitUntil(() => subjectsTo(input.email).some((subject) => subject.startsWith('Please pay for your order')));
    const [{ address } = { address: '' }] = await shop
      .database('payments')
      .query<{ address: string }>('select return_url as address from payment where method = $1', ['CardPayment']);
    const { status, html } = await openPath(address);
    expect([status, html.includes('Otherwise your order is cancelled.')]).to.deep.equal([200, true]);
  });

  it('is placed once by two clicks also where the voucher is used up by the first one', async () => {
    await shop.rest('POST', '/desk/vouchers', {
      token: await shop.token(['pricing:write']),
      body: { code: 'ONCE', kind: 'VOUCHER_AMOUNT', amount: '1', onceEach: false, mostUses: 1 },
    });
    const lines = [{ sku: 'VIT-C1000-90', quantity: 1 }];
    const methods = { paymentMethod: 'invoice', deliveryMethod: 'flat-rate' };
    const input = { key: 'once', email: 'once@example.org', lines, voucher: 'ONCE', ...methods };
    const total = (await ask(input)).data?.placeDeskOrder?.checkout?.cart.totals.total;
    const [first, second] = [await ask({ ...input, total }), await ask({ ...input, total })];
    expect([first.errors, second.errors]).to.deep.equal([undefined, undefined]);
    expect(second.data?.placeDeskOrder?.order?.id).to.equal(first.data?.placeDeskOrder?.order?.id);
    const other = await ask({ ...input, key: 'other-once', total });
    expect(other.errors?.[0]?.extensions?.code).to.equal('BAD_USER_INPUT');
  });

  it('needs the permission, and leaves the cart of the one who makes it alone', async () => {
    await shop.rest('POST', '/cart/lines', { token, body: { sku: 'VIT-B12-100', quantity: 3 } });
    const input = { key: 'own', email: 'own@example.org', lines: [{ sku: 'VIT-C1000-90', quantity: 1 }] };
    await ask(input);
    const own = await shop.graphql('{ cart { lines { sku quantity } } }', {}, token);
    expect(own.data).to.deep.equal({ cart: { lines: [{ sku: 'VIT-B12-100', quantity: 3 }] } });
    const other = await shop.token(['desk:use', 'catalog:write']);
    expect((await ask(input, other)).errors?.[0]?.extensions?.code).to.equal('FORBIDDEN');
    expect((await post({ ...buyer, key: 'x' }, other)).status).to.equal(403);
    const list = await fetch(`${shop.url}/desk/orders`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/html' },
    });
    expect(await list.text()).to.include('href="/desk/orders/new"');
  });
});

describe('an order by hand without vouchers', () => {
  it('has no field for one, and refuses one in words', async () => {
    await using shop = await startGateway({ config: withoutLines('pricing') });
    const token = await shop.token(['desk:use', 'orders:write'], 'clerk');
    const headers = { accept: 'text/html', authorization: `Bearer ${token}` };
    expect(await (await fetch(shop.url + path, { headers })).text())
      .to.include('name="sku-1"')
      .and.not.include('name="voucher"');
    const lines = [{ sku: 'VIT-C1000-90', quantity: 1 }];
    const input = { ...buyer, key: randomUUID(), email: 'a@example.org', lines, voucher: 'TEN' };
    const { errors } = await shop.graphql<Placed>(text, { input }, token);
    expect(errors?.[0]?.message).to.include('This shop has no vouchers.');
  });
});
