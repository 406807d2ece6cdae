import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type CartShop, linesOf, openCart } from './open-cart.ts';

const chooseText = `mutation ($cart: ID!, $deliveryMethod: String, $country: String) {
  chooseForCart(cart: $cart, deliveryMethod: $deliveryMethod, country: $country) { country deliveryMethod paymentMethod }
}`;
const closeText = `mutation ($cart: ID!, $order: ID!, $lines: [OrderedLineInput!]) {
  closeCart(cart: $cart, order: $order, lines: $lines)
}`;

describe('cart: owners', () => {
  let shop: CartShop;
  before(async () => {
    shop = await openCart();
  });
  after(() => shop.close());

  const add = (sku: string, options: { cookie?: string; token?: string }) =>
    shop.rest<{ data: { cart: { id: string } } }>('POST', '/cart/lines', { body: { sku, quantity: 60 }, ...options });

  it('are customers on all their devices', async () => {
    const token = await shop.token({ id: 'ann' });
    await add('A', { token });
    expect(await linesOf(shop, { token })).to.deep.equal(['60 A']);
    expect(await linesOf(shop, { token: await shop.token({ id: 'bob' }) })).to.equal(undefined);
  });

  context('when a visitor signs in', () => {
    it('has the cart of before as the customer', async () => {
      const { cookie } = shop.visitor();
      const token = await shop.token({ id: 'new' });
      await add('B', { cookie });
      expect(await linesOf(shop, { cookie, token })).to.deep.equal(['60 B']);
      expect(await linesOf(shop, { token })).to.deep.equal(['60 B']);
      expect(await linesOf(shop, { cookie })).to.equal(undefined);
    });

    it('has the cart itself, with what others keep of it, as long as the own one is empty', async () => {
      const { cookie } = shop.visitor();
      const token = await shop.token({ id: 'same' });
      await add('A', { token });
      await shop.rest('POST', '/cart/lines/A', { body: { quantity: 0 }, token });
      const { id } = (await add('B', { cookie })).body.data.cart;
      await Promise.all([1, 2, 3].map(() => linesOf(shop, { cookie, token })));
      const { data } = await shop.graphql('{ cart { id quantity } }', {}, { token });
      expect(data).to.deep.equal({ cart: { id, quantity: 60 } });
    });

    it('finds both carts in one, with at most 99 pieces, also when pages ask at once', async () => {
      const { cookie } = shop.visitor();
      const token = await shop.token({ id: 'both' });
      await add('A', { token });
      await add('B', { cookie });
      await add('A', { cookie });
      await Promise.all([1, 2, 3].map(() => linesOf(shop, { cookie, token })));
      expect(await linesOf(shop, { cookie, token })).to.deep.equal(['99 A', '60 B']);
    });

    it('adds to both in one', async () => {
      const { cookie } = shop.visitor();
      const token = await shop.token({ id: 'adds' });
      await add('B', { cookie });
      await add('A', { cookie, token });
      expect(await linesOf(shop, { token })).to.deep.equal(['60 B', '60 A']);
    });

    it('has no more than 50 lines', async () => {
      const { id, cookie } = shop.visitor();
      const token = await shop.token({ id: 'full' });
      await add('A', { token });
      await add('B', { cookie });
      await shop.database.query(
        `insert into cart_line (cart_id, sku, quantity, added_money)
         select cart_id, 'S' || n, 1, 100 from cart, generate_series(1, 49) n where visitor = $1`,
        [id],
      );
      const lines = await linesOf(shop, { cookie, token });
      expect(lines).to.have.lengthOf(50).and.to.include.members(['60 A', '60 B']);
    });
  });

  describe('for other extensions', () => {
    const user = { id: 'carl' };
    let cart: string;
    let token: string;
    before(async () => {
      token = await shop.token(user);
      cart = (await add('A', { token })).body.data.cart.id;
    });

    it('keep what is not chosen anew', async () => {
      const choose = async (choice: object) => (await shop.ask(chooseText, { cart, ...choice }, user)).data;
      expect(await choose({ deliveryMethod: 'flat-rate' })).to.deep.equal({
        chooseForCart: { country: 'IE', deliveryMethod: 'flat-rate', paymentMethod: null },
      });
      expect(await choose({ country: 'DE' })).to.deep.equal({
        chooseForCart: { country: 'DE', deliveryMethod: 'flat-rate', paymentMethod: null },
      });
    });

    for (const [what, id, asker] of [
      ["another customer's cart", undefined, { id: 'eve' }],
      ['a text that is no id', 'x', user],
    ] as const)
      it(`refuse ${what}`, async () => {
        const { errors } = await shop.ask(chooseText, { cart: id ?? cart, country: 'DE' }, asker);
        expect(errors).to.have.nested.property('[0].extensions.code', 'NOT_FOUND');
      });

    it('close a cart for one order, as often as it asks, and the next is a new one', async () => {
      const close = async (order: string) => (await shop.ask(closeText, { cart, order })).data;
      expect(await close('1')).to.deep.equal({ closeCart: true });
      expect(await close('1')).to.deep.equal({ closeCart: true });
      expect(await close('2')).to.deep.equal({ closeCart: false });
      expect(await linesOf(shop, { token })).to.equal(undefined);
      await add('B', { token });
      expect(await linesOf(shop, { token })).to.deep.equal(['60 B']);
    });

    it('have ordered what was in a cart that was merged meanwhile: it leaves the own one, once', async () => {
      const { cookie } = shop.visitor();
      const own = await shop.token({ id: 'hal' });
      await add('B', { token: own });
      const { id } = (await add('A', { cookie })).body.data.cart;
      await shop.rest('POST', '/cart/lines', { body: { sku: 'B', quantity: 7 }, cookie });
      expect(await linesOf(shop, { cookie, token: own })).to.deep.equal(['67 B', '60 A']);
      const lines = [
        { sku: 'A', quantity: 60 },
        { sku: 'B', quantity: 7 },
      ];
      const close = async (order: string) => (await shop.ask(closeText, { cart: id, order, lines })).data;
      expect([await close('m'), await close('m'), await close('n')]).to.deep.equal([
        { closeCart: true },
        { closeCart: true },
        { closeCart: false },
      ]);
      expect(await linesOf(shop, { token: own })).to.deep.equal(['60 B']);
    });

    it('are found by an index when a cart is closed, and a text that is no id is of none', async () => {
      shop.queries();
      expect((await shop.ask(closeText, { cart: 'x', order: '1' })).data).to.deep.equal({ closeCart: false });
      expect(shop.queries()).to.deep.equal([]);
      expect((await shop.ask(closeText, { cart: randomUUID(), order: '1' })).data).to.deep.equal({ closeCart: false });
      expect(shop.queries().join()).to.contain('cart_id = $1').and.not.contain('cart_id::text =');
    });

    it('find what they have added since the order in their next cart', async () => {
      const { cookie } = shop.visitor();
      const { id } = (await add('A', { cookie })).body.data.cart;
      await shop.rest('POST', '/cart/lines', { body: { sku: 'A', quantity: 9 }, cookie });
      await add('B', { cookie });
      const close = { cart: id, order: 'rest', lines: [{ sku: 'A', quantity: 60 }] };
      for (let times = 1; times <= 2; times += 1) {
        expect((await shop.ask(closeText, close)).data).to.deep.equal({ closeCart: true });
        expect(await linesOf(shop, { cookie })).to.deep.equal(['9 A', '60 B']);
      }
      const { data } = await shop.graphql('{ cart { country id } }', {}, { cookie });
      expect(data).to.have.nested.property('cart.id').that.is.not.equal(id);
      const kept = await shop.database.query('select sku, quantity from cart_line where cart_id::text = $1', [id]);
      expect(kept).to.deep.equal([{ sku: 'A', quantity: 60 }]);
    });

    it('are out of reach of clients', async () => {
      expect((await shop.graphql(closeText, { cart, order: '1' }, { token })).errors).to.not.equal(undefined);
    });
  });

  context('when they are customers', () => {
    const recordsText = 'query ($id: ID!) { customerRecords(customer: $id) { topic json } }';
    const cartsOf = async (id: string) => {
      const { data } = await shop.ask<{ customerRecords: { topic: string; json: string }[] }>(recordsText, { id });
      return (data?.customerRecords ?? []).flatMap(({ topic, json }) => (topic === 'carts' ? JSON.parse(json) : []));
    };

    it('find their carts in the export of their data, and no others', async () => {
      await add('A', { token: await shop.token({ id: 'dora' }) });
      const [cart, ...others] = await cartsOf('dora');
      expect(others).to.deep.equal([]);
      expect(cart).to.deep.include({ country: 'IE', isOrdered: false, lines: [{ sku: 'A', quantity: 60 }] });
      expect(await cartsOf('fred')).to.deep.equal([]);
    });

    it('leave nothing behind once the account is deleted, and their orders go on', async () => {
      const token = await shop.token({ id: 'gina' });
      const { id } = (await add('A', { token })).body.data.cart;
      await shop.ask(closeText, { cart: id, order: '7' });
      await add('B', { token });
      await shop.publish('customer.deleted', { customerId: 'gina' });
      expect(await cartsOf('gina')).to.deep.equal([]);
      expect(await linesOf(shop, { token })).to.equal(undefined);
      expect((await shop.ask(closeText, { cart: id, order: '7' })).data).to.deep.equal({ closeCart: true });
      expect(await cartsOf('dora')).to.have.lengthOf(1);
    });
  });

  it('lose carts that are closed for a month, or left for longer than the cookie lasts', async () => {
    await shop.database.query(
      `insert into cart (visitor, country, order_id, changed_at) values
       ('closed', 'IE', '1', now() - interval '31 days'), ('open', 'IE', null, now() - interval '31 days'),
       ('left', 'IE', null, now() - interval '401 days')`,
    );
    await shop.runJob('forgetCarts');
    const rows = await shop.database.query("select visitor from cart where visitor in ('closed', 'open', 'left')");
    expect(rows).to.deep.equal([{ visitor: 'open' }]);
  });
});
