import { expect } from 'chai';
import { elementWith } from 'stoa/testing';
import { addUpCart } from '../src/add-up-cart.ts';
import { type CartShop, openCart } from './open-cart.ts';

describe('cart: pages', () => {
  let shop: CartShop;
  before(async () => {
    shop = await openCart({ locale: 'en-IE', locales: ['en-IE', 'de', 'ar'] });
  });
  after(() => shop.close());

  async function filled(): Promise<string> {
    const { cookie } = shop.visitor();
    for (const sku of ['A', 'B']) await shop.form('/cart/lines', { sku, quantity: '2' }, { cookie });
    return cookie;
  }

  context('when the cart is empty', () => {
    it('says so, and shows the way to the products', async () => {
      const { html } = await shop.page('/cart');
      expect(html).to.contain('Your cart is empty');
      expect(html).to.contain('stays here').and.to.contain('noindex');
      expect(elementWith(html, 'a', 'href="/cart"')).to.not.contain('(');
    });
  });

  context('when there is something in it', () => {
    it('shows each line with its forms, the total, and the count in the header', async () => {
      const { html } = await shop.page('/cart', { cookie: await filled() });
      expect(html).to.contain('€25.80').and.to.contain('€35.80').and.to.contain('You choose the delivery');
      expect(html).to.contain('action="/cart/lines/A"').and.to.contain('value="0"');
      expect(elementWith(html, 'a', 'aria-label="Cart, 4 items in the cart"')).to.contain('(4)');
    });

    it('speaks German and Arabic', async () => {
      const cookie = await filled();
      expect((await shop.page('/de/cart', { cookie })).html)
        .to.contain('Entfernen')
        .and.to.contain('/de/cart/lines/A');
      expect((await shop.page('/ar/cart', { cookie })).html)
        .to.contain('إزالة')
        .and.to.contain('lang="en-IE">Tea');
    });

    for (const [change, money, says] of [
      ['dearer', 1400, 'The price has risen since you added it. It was €12.90.'],
      ['cheaper', 1000, 'The price has fallen since you added it. It was €12.90.'],
      ['gone', undefined, 'A is no longer sold.'],
    ] as const)
      it(`says that a product is ${change}`, async () => {
        const cookie = await filled();
        if (money === undefined) shop.prices.delete('A');
        else shop.prices.set('A', money);
        const { html } = await shop.page('/cart', { cookie });
        shop.prices.set('A', 1290);
        expect(html).to.contain(says);
      });
  });

  it('offer each variant of a product, one quantity and one button', async () => {
    const { html } = await shop.page('/products/1');
    expect(elementWith(html, 'form', 'action="/cart/lines"')).to.contain('Add to cart');
    expect(html.match(/type="radio" name="sku"/g) ?? html.match(/name="sku"/g)).to.have.lengthOf(2);
    expect(elementWith(html, 'input', 'name="formKey"')).to.contain('value=');
  });
});

describe('totals without prices of their own', () => {
  const line = (sku: string, quantity: number, money: number | null) => ({
    sku,
    quantity,
    variant: money === null ? null : { money },
  });

  it('are the goods that are sold, with delivery and fees', () => {
    const lines = [line('A', 2, 1290), line('B', 1, null)];
    const claims = [
      { kind: 'DELIVERY', amount: 490 },
      { kind: 'FEE', amount: 200 },
      { kind: 'VOUCHER_AMOUNT', amount: 500 },
    ];
    expect(addUpCart({ claims, lines })).to.deep.equal({
      goods: 2580,
      reduction: 0,
      reductions: [],
      delivery: 490,
      fees: 200,
      total: 3270,
      taxes: [],
      lines: [{ sku: 'A', quantity: 2, unit: 1290, gross: 2580, reduction: 0, rate: null }],
    });
  });

  it('have no delivery until one is chosen, and one that is free', () => {
    expect(addUpCart({ claims: [], lines: [] })).to.include({ delivery: null, total: 0 });
    expect(addUpCart({ claims: [{ kind: 'DELIVERY', amount: 0 }], lines: [] })).to.include({ delivery: 0, total: 0 });
  });
});
