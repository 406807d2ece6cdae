import { expect } from 'chai';
import { openPath, postForm } from './browse.ts';
import { checkoutFields, fieldOf, fillCart } from './buyers.ts';
import type { StartGateway, TestGateway } from './start-gateway.ts';
import { waitUntil } from './wait-until.ts';

export const sku = 'VIT-C1000-90';

/** The checkout as it is filled in there, and a way to send it. */
export async function checkout(shop: TestGateway, cookie: string) {
  const filled = () => checkoutFields(shop.url, cookie, { paymentMethod: 'invoice' });
  await postForm(`${shop.url}/checkout`, { ...(await filled()), update: '1' }, cookie);
  const fields = await filled();
  return { total: fields.total, send: () => postForm(`${shop.url}/checkout`, fields, cookie) };
}

/** Vouchers at the checkout, with any stock. */
export function describeVouchers(start: StartGateway): void {
  let shop: TestGateway;
  before(async () => {
    shop = await start();
    await shop.database('pricing').query(`
      insert into voucher (code, kind, amount, most_uses) values
        ('ONE', 'VOUCHER_PERCENT', 1000, 1), ('LAST', 'VOUCHER_PERCENT', 1000, 1), ('BACK', 'VOUCHER_PERCENT', 1000, 1)`);
  });
  after(() => shop[Symbol.asyncDispose]());

  async function withVoucher(code: string): Promise<string> {
    const cookie = await fillCart(shop.url, sku);
    expect((await postForm(`${shop.url}/cart/vouchers`, { code }, cookie)).location).to.equal('/cart');
    return cookie;
  }

  async function usesOf(code: string): Promise<number | undefined> {
    const [row] = await shop
      .database('pricing')
      .query<{ uses: number }>('select uses from voucher where code = $1', [code]);
    return row?.uses;
  }

  it('reduces the order, names the voucher in cart and checkout, and uses it', async () => {
    const cookie = await withVoucher('tea5');
    for (const path of ['/cart', '/checkout'])
      expect((await openPath(shop.url + path, cookie)).html, path)
        .to.include('Voucher TEA5')
        .and.include('-€5.00');
    const { total, send } = await checkout(shop, cookie);
    expect(total).to.equal('1280');
    expect((await send()).location).to.include('/orders/');
    expect(await usesOf('TEA5')).to.equal(1);
  });

  it('orders nothing with a voucher that was used up meanwhile, and shows the new total', async () => {
    const cookie = await withVoucher('one');
    const { total, send } = await checkout(shop, cookie);
    await shop.database('pricing').query(`update voucher set uses = 1 where code = 'ONE'`);
    const early = await send();
    expect([total, early.status]).to.deep.equal(['1651', 409]);
    expect(fieldOf(early.html, 'total')).to.equal('1780');
    expect((await (await checkout(shop, cookie)).send()).location).to.include('/orders/');
  });

  it('gives the last use of a voucher to one of two orders', async () => {
    const buyers = await Promise.all(['last', 'LAST'].map(withVoucher));
    const sends = await Promise.all(buyers.map((cookie) => checkout(shop, cookie)));
    const answers = await Promise.all(sends.map(({ send }) => send()));
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([303, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.html).to.match(/voucher LAST cannot be used any more|the total has changed/);
    expect(await usesOf('LAST')).to.equal(1);
  });

  context('when a guest with a voucher signs in', () => {
    const person = { name: 'Ann', email: 'ann@example.org', password: 'four words are enough' };
    const vouchersIn = async (cookie: string) => (await openPath(`${shop.url}/cart`, cookie)).html;

    it('keeps it in the cart, at once where there is no other', async () => {
      const guest = await withVoucher('tea5');
      const { cookie = '' } = await postForm(`${shop.url}/customers`, person, guest);
      expect(await vouchersIn(`${guest}; ${cookie}`)).to.include('Voucher TEA5');
      expect(await vouchersIn(cookie)).to.include('Voucher TEA5');
    });

    it('puts it into the cart of another device', async () => {
      const guest = await withVoucher('freepost');
      const { email, password } = person;
      const { cookie = '' } = await postForm(`${shop.url}/sign-in`, { email, password }, guest);
      await waitUntil(async () => (await vouchersIn(`${guest}; ${cookie}`)).includes('Voucher FREEPOST'));
      expect(await vouchersIn(cookie)).to.include('Voucher TEA5');
    });
  });

  it('gives a voucher back when the order is cancelled', async () => {
    const cookie = await withVoucher('back');
    const { location } = await (await checkout(shop, cookie)).send();
    expect(await usesOf('BACK')).to.equal(1);
    const { pathname, search } = new URL(location ?? '', shop.url);
    await postForm(`${shop.url}${pathname}/cancel${search}`, {}, cookie);
    expect(await usesOf('BACK')).to.equal(0);
  });
}
