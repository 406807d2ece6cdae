import { expect } from 'chai';
import { type CartShop, cartText, linesOf, openCart } from './open-cart.ts';

describe('cart: lines', () => {
  let shop: CartShop;
  before(async () => {
    shop = await openCart();
  });
  after(() => shop.close());

  const add = (cookie: string | undefined, fields: Readonly<Record<string, string>>) =>
    shop.form('/cart/lines', fields, { cookie });

  context('when a guest adds a product', () => {
    it('makes a cart of this browser, and leads to its page', async () => {
      const { status, location, cookie } = await add(undefined, { sku: 'A', quantity: '2' });
      expect([status, location]).to.deep.equal([303, '/cart']);
      const { data } = await shop.graphql(cartText, {}, { cookie });
      expect(data).to.have.nested.property('cart.quantity', 2);
      expect(data).to.have.nested.property('cart.country', 'IE');
      expect(data).to.deep.nested.property('cart.lines', [
        { sku: 'A', quantity: 2, addedMoney: 1290, variant: { money: 1290 } },
      ]);
      expect(data).to.deep.nested.property('cart.totals', { goods: 2580, delivery: null, fees: 0, total: 2580 });
      expect(await shop.graphql('{ cart { id } }')).to.deep.equal({ data: { cart: null } });
    });

    it('leads to the page that the form names, of this shop alone', async () => {
      const { cookie } = shop.visitor();
      expect((await add(cookie, { sku: 'A', next: '/products/1' })).location).to.equal('/products/1');
      expect((await add(cookie, { sku: 'A', next: 'https://evil.example/' })).location).to.equal('/cart');
    });
  });

  context('when a program adds a product', () => {
    it('answers 201 with the cart, and one piece without a quantity', async () => {
      const { cookie } = shop.visitor();
      const { status, body } = await shop.rest('POST', '/cart/lines', { body: { sku: 'B' }, cookie });
      expect(status).to.equal(201);
      expect(body).to.deep.nested.property('data.cart.lines', [{ sku: 'B', quantity: 1 }]);
    });
  });

  context('when a form is sent twice', () => {
    it('adds once, also when both come at once', async () => {
      const { cookie } = shop.visitor();
      const form = { sku: 'A', quantity: '3', formKey: 'key' };
      await Promise.all([add(cookie, form), add(cookie, form), add(cookie, form)]);
      expect(await linesOf(shop, { cookie })).to.deep.equal(['3 A']);
    });

    it('adds again a minute later, as it does with another key or quantity', async () => {
      const { id, cookie } = shop.visitor();
      const form = { sku: 'A', quantity: '1', formKey: 'key' };
      await add(cookie, form);
      await add(cookie, { ...form, formKey: 'other' });
      await add(cookie, { ...form, quantity: '2' });
      await shop.database.query(
        `update cart_line set added_at = now() - interval '2 minutes'
         where cart_id = (select cart_id from cart where visitor = $1)`,
        [id],
      );
      await add(cookie, { ...form, quantity: '2' });
      expect(await linesOf(shop, { cookie })).to.deep.equal(['6 A']);
    });
  });

  context('when a cart is full', () => {
    it('refuses the hundredth piece, and the fifty-first product, on the page of the cart', async () => {
      const { id, cookie } = shop.visitor();
      await add(cookie, { sku: 'A', quantity: '98' });
      const pieces = await add(cookie, { sku: 'A', quantity: '2' });
      expect(pieces.status).to.equal(400);
      expect(pieces.html).to.contain('at most 99 pieces').and.to.contain('value="98"');
      await shop.database.query(
        `insert into cart_line (cart_id, sku, quantity, added_money)
         select cart_id, 'S' || n, 1, 100 from cart, generate_series(1, 49) n where visitor = $1`,
        [id],
      );
      const products = await add(cookie, { sku: 'B' });
      expect(products.status).to.equal(400);
      expect(products.html).to.contain('at most 50 different products');
      expect((await add(cookie, { sku: 'A' })).status).to.equal(303);
    });

    it('refuses pieces whose totals no page could show, and keeps the others', async () => {
      const { cookie } = shop.visitor();
      shop.prices.set('DEAR', 700_000_000);
      await add(cookie, { sku: 'DEAR', quantity: '2' });
      const refused = [
        await add(cookie, { sku: 'DEAR', quantity: '2' }),
        await shop.form('/cart/lines/DEAR', { quantity: '4' }, { cookie }),
      ];
      for (const { status, html } of refused) {
        expect(status).to.equal(400);
        expect(html).to.contain('does not fit into one cart').and.to.contain('value="2"');
      }
      expect((await shop.form('/cart/lines/DEAR', { quantity: '1' }, { cookie })).status).to.equal(303);
      expect(await linesOf(shop, { cookie })).to.deep.equal(['1 DEAR']);
    });

    it('lets a cart that has too much get smaller', async () => {
      const { cookie } = shop.visitor();
      await add(cookie, { sku: 'A', quantity: '9' });
      await shop.database.query("update cart_line set added_money = 700000000 where sku = 'A' and quantity = 9");
      const change = async (sku: string, quantity: string) =>
        (await shop.form(`/cart/lines/${sku}`, { quantity }, { cookie })).status;
      expect([await change('A', '10'), await change('B', '1'), await change('A', '8')]).to.deep.equal([400, 404, 303]);
      expect(await linesOf(shop, { cookie })).to.deep.equal(['8 A']);
    });

    it('leaves out of a merged cart what is too much', async () => {
      const { cookie } = shop.visitor();
      const token = await shop.token({ id: 'rich' });
      shop.prices.set('DEAR', 700_000_000);
      await shop.rest('POST', '/cart/lines', { body: { sku: 'DEAR', quantity: 2 }, token });
      await add(cookie, { sku: 'A', quantity: '3' });
      await shop.database.query("update cart_line set added_money = 300000000 where sku = 'A' and quantity = 3");
      await shop.rest('POST', '/cart/lines', { body: { sku: 'B' }, cookie, token });
      expect(await linesOf(shop, { cookie, token })).to.deep.equal(['2 DEAR', '1 B']);
    });
  });

  for (const [what, fields, status, says] of [
    ['an unknown variant', { sku: 'Z' }, 404, 'no longer sold'],
    ['no variant', { sku: '' }, 400, 'no longer sold'],
    ['no piece', { sku: 'A', quantity: '0' }, 400, 'Choose 1 to 99 pieces'],
    ['a hundred pieces', { sku: 'A', quantity: '100' }, 400, 'Choose 1 to 99 pieces'],
  ] as const)
    it(`refuses ${what}, and makes no cart`, async () => {
      const { id, cookie } = shop.visitor();
      const answer = await add(cookie, fields);
      expect(answer.status).to.equal(status);
      expect(answer.html).to.contain(says);
      expect(await shop.database.query('select from cart where visitor = $1', [id])).to.deep.equal([]);
    });

  it('is not a cart of this shop when the catalog is away', async () => {
    await using away = await openCart({
      mocks: {
        Query: {
          variant: () => {
            throw new Error('away');
          },
        },
      },
    });
    const { status } = await away.rest('POST', '/cart/lines', { body: { sku: 'A' }, cookie: away.visitor().cookie });
    expect(status).to.be.at.least(500);
  });

  describe('a change', () => {
    it('gives a line another quantity, and zero removes it, also twice', async () => {
      const { cookie } = shop.visitor();
      await add(cookie, { sku: 'A' });
      await add(cookie, { sku: 'B' });
      expect((await shop.form('/cart/lines/A', { quantity: '7' }, { cookie })).location).to.equal('/cart');
      expect(await linesOf(shop, { cookie })).to.deep.equal(['7 A', '1 B']);
      for (const _time of [1, 2]) {
        const { status, body } = await shop.rest('POST', '/cart/lines/A', { body: { quantity: 0 }, cookie });
        expect(status).to.equal(200);
        expect(body).to.deep.nested.property('data.cart.lines', [{ sku: 'B', quantity: 1 }]);
      }
    });

    it('refuses a line that is gone, and a guest without a cart', async () => {
      for (const cookie of [shop.visitor().cookie, undefined]) {
        const { status, html } = await shop.form('/cart/lines/A', { quantity: '1' }, { cookie });
        expect(status).to.equal(404);
        expect(html).to.contain('no longer in your cart');
      }
    });
  });
});
