import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { openExtension, type TestExtension } from 'stoa/testing';
import { findPrices } from '../src/find-prices.ts';

const variants: Readonly<Record<string, { sku: string; baseMoney: number; taxClass: string }>> = {
  tea: { sku: 'tea', baseMoney: 1000, taxClass: 'reduced' },
  cup: { sku: 'cup', baseMoney: 800, taxClass: 'standard' },
};
const cart = {
  id: 'c1',
  country: 'IE',
  claims: [],
  lines: [
    { sku: 'tea', quantity: 2, variant: variants.tea },
    { sku: 'cup', quantity: 1, variant: variants.cup },
    { sku: 'gone', quantity: 1, variant: null },
  ],
};
const totals =
  '{ cart { totals { goods reduction delivery fees total taxes { rate net tax } lines { sku unit gross reduction rate } } } }';

describe('pricing', () => {
  let shop: TestExtension;
  before(async () => {
    shop = await openExtension('pricing', {
      seed: false,
      mocks: {
        Variant: { __resolveReference: ({ sku }: { sku: string }) => variants[sku] ?? null },
        Query: {
          cart: () => cart,
          product: (_root: unknown, { id }: { id: string }) => ({ productId: id, ...variants.tea }),
          variant: (_root: unknown, { sku }: { sku: string }) => variants[sku] ?? null,
        },
      },
    });
  });
  after(() => shop.close());

  it('answers the base price where no list has another one', async () => {
    expect(
      (await shop.graphql('{ product(id: "1") { money price } variant(sku: "cup") { money } }')).data,
    ).to.deep.equal({
      product: { money: 1000, price: 10 },
      variant: { money: 800 },
    });
  });

  it('counts the strongest list that holds now, in one statement for a product', async () => {
    await shop.database.query(`
      insert into price_list (price_list_id, name, priority, valid_from, valid_until) overriding system value values
        (1, 'usual', 0, now() - interval '1 day', null), (2, 'sale', 5, now() - interval '1 day', now() + interval '1 day'),
        (3, 'over', 9, now() - interval '2 days', now() - interval '1 day'), (4, 'next', 9, now() + interval '1 day', null)`);
    await shop.database.query(`
      insert into list_price (sku, price_list_id, amount) values ('tea', 1, 950), ('tea', 2, 900), ('tea', 3, 1), ('tea', 4, 2)`);
    shop.queries();
    expect((await shop.graphql('{ product(id: "1") { money price } }')).data).to.deep.equal({
      product: { money: 900, price: 9 },
    });
    expect(shop.queries().length).to.equal(1);
  });

  it('keeps no price for a later question of the same context', async () => {
    const ask = async () => await findPrices(shop.database, [{ sku: 'tea', baseMoney: 1000 }]);
    expect(await ask()).to.deep.equal([900]);
    await shop.database.query("update list_price set amount = 890 where sku = 'tea' and price_list_id = 2");
    expect(await ask()).to.deep.equal([890]);
    await shop.database.query("update list_price set amount = 900 where sku = 'tea' and price_list_id = 2");
  });

  it('adds up a cart with the rates of its country, and leaves out what is gone', async () => {
    const { data, errors } = await shop.ask(totals);
    expect(errors).to.equal(undefined);
    expect(data).to.deep.equal({
      cart: {
        totals: {
          goods: 2600,
          reduction: 0,
          delivery: null,
          fees: 0,
          total: 2600,
          taxes: [
            { rate: 2300, net: 650, tax: 150 },
            { rate: 1350, net: 1586, tax: 214 },
          ],
          lines: [
            { sku: 'tea', unit: 900, gross: 1800, reduction: 0, rate: 1350 },
            { sku: 'cup', unit: 800, gross: 800, reduction: 0, rate: 2300 },
          ],
        },
      },
    });
  });

  it('takes the rates of the shop for a country without any', async () => {
    cart.country = 'MT';
    const { data } = await shop.graphql('{ cart { totals { taxes { rate } } } }');
    expect(data).to.deep.equal({ cart: { totals: { taxes: [{ rate: 2300 }, { rate: 1350 }] } } });
    cart.country = 'IE';
  });

  const hold = (order: string, buyer = 'ann@example.org') =>
    shop
      .ask(
        'mutation ($order: ID!, $codes: [ID!], $buyer: String) { holdVouchers(order: $order, cart: "c1", codes: $codes, buyer: $buyer) { state missing problems } }',
        { order, buyer, codes: ['TEN'] },
      )
      .then(({ data }) => data?.holdVouchers);
  const release = (order: string, forGood = false) =>
    shop
      .ask(
        'mutation ($order: ID!, $forGood: Boolean) { releaseVouchers(order: $order, forGood: $forGood) { state missing problems } }',
        { order, forGood },
      )
      .then(({ data }) => data?.releaseVouchers);
  const commit = (order: string, buyer = 'ann@example.org') =>
    shop
      .ask(
        'mutation ($order: ID!, $codes: [ID!]!, $buyer: String) { commitVouchers(order: $order, codes: $codes, buyer: $buyer) { state missing problems } }',
        { order, buyer, codes: ['TEN'] },
      )
      .then(({ data }) => data?.commitVouchers);
  const refusedFor = (problem: string) => ({ state: 'REFUSED', missing: ['TEN'], problems: [problem] });
  const held = { state: 'HELD', missing: [], problems: [] };
  const released = { state: 'RELEASED', missing: [], problems: [] };
  const committed = { state: 'COMMITTED', missing: [], problems: [] };

  describe('with a voucher', () => {
    beforeEach(async () => {
      await shop.database.query('delete from voucher_hold');
      await shop.database.query('delete from voucher');
    });
    const give = async (voucher: { once?: boolean; most?: number | null }) => {
      await shop.database.query(
        `insert into voucher (code, kind, amount, once_each, most_uses) values ('TEN', 'VOUCHER_PERCENT', 1000, $1, $2)`,
        [voucher.once ?? false, voucher.most ?? null],
      );
      await shop.database.query(`insert into cart_voucher (cart_id, code) values ('c1', 'TEN')`);
    };

    it('reduces the goods', async () => {
      await give({});
      const { data, errors } = await shop.ask('{ cart { totals { reduction reductions { label amount } total } } }');
      expect(errors).to.equal(undefined);
      const reductions = [{ label: 'Voucher TEN', amount: 260 }];
      expect(data).to.deep.equal({ cart: { totals: { reduction: 260, reductions, total: 2340 } } });
    });

    it('is held once by an order, and given back', async () => {
      await give({ most: 1 });
      expect(await Promise.all([hold('a'), hold('a')])).to.deep.equal([held, held]);
      expect(await Promise.all([release('a'), release('a')])).to.deep.equal([released, released]);
      expect(await hold('a')).to.deep.equal(released);
      expect(await hold('b')).to.deep.equal(held);
    });

    it('refuses the hold after a release', async () => {
      await give({});
      expect(await release('a')).to.deep.equal(released);
      expect(await hold('a')).to.deep.equal(released);
    });

    const uses = () => shop.database.query('select uses from voucher');

    it('is used again by an order that has given it back, counts once, and stays when it is paid', async () => {
      await give({ once: true });
      await hold('a');
      await release('a');
      expect(await Promise.all([commit('a'), commit('a')])).to.deep.equal([committed, committed]);
      expect(await uses()).to.deep.equal([{ uses: 1 }]);
      expect(await shop.database.query('select code from voucher_use')).to.deep.equal([{ code: 'TEN' }]);
      expect(await release('a')).to.deep.equal(committed);
      expect(await uses()).to.deep.equal([{ uses: 1 }]);
    });

    it('is given back for good whatever was before, and is not used again', async () => {
      await give({});
      await hold('held');
      await hold('released');
      await release('released');
      await hold('committed');
      expect(await commit('committed')).to.deep.equal(committed);
      const refused = { state: 'REFUSED', missing: [], problems: [] };
      for (const order of ['none', 'held', 'released', 'committed']) {
        expect(await release(order, true), order).to.deep.equal(refused);
        expect(await commit(order), order).to.deep.equal(refused);
        expect(await hold(order), order).to.deep.equal(refused);
      }
      expect(await uses()).to.deep.equal([{ uses: 0 }]);
    });

    it('is not used again where another order has it by then, and that refusal stays', async () => {
      await give({ most: 1 });
      await hold('a');
      await release('a');
      await hold('b');
      const refused = refusedFor('USED_UP');
      expect(await commit('a')).to.deep.equal(refused);
      await release('b');
      expect(await commit('a')).to.deep.equal(refused);
      expect(await release('a')).to.deep.equal(refused);
    });

    it('is used by an order that has asked for no hold before', async () => {
      await give({});
      expect(await commit('a')).to.deep.equal(committed);
    });

    it('is used no more often than its limit, by orders at once, and a refusal stays', async () => {
      await give({ most: 3 });
      const orders = Array.from({ length: 8 }, (_order, place) => `o${place}`);
      const states = await Promise.all(orders.map((order) => hold(order, order)));
      expect(states.filter((state) => isDeepStrictEqual(state, held))).to.have.length(3);
      expect(states.filter((state) => isDeepStrictEqual(state, refusedFor('USED_UP')))).to.have.length(5);
      expect(await shop.database.query('select uses from voucher')).to.deep.equal([{ uses: 3 }]);
    });

    it('is refused with the reason, which stays', async () => {
      expect(await hold('none')).to.deep.equal(refusedFor('UNKNOWN'));
      await give({});
      for (const [order, problem, change] of [
        ['early', 'NOT_YET', "valid_from = now() + interval '1 day'"],
        ['late', 'OVER', "valid_from = now() - interval '2 days', valid_until = now() - interval '1 day'"],
      ] as const) {
        await shop.database.query(`update voucher set ${change}`);
        for (let time = 0; time < 2; time++) expect(await hold(order)).to.deep.equal(refusedFor(problem));
      }
    });

    it('is used once by each buyer, whatever the case of the address', async () => {
      await give({ once: true });
      expect(await hold('a')).to.deep.equal(held);
      expect(await hold('b', 'ANN@example.org ')).to.deep.equal(refusedFor('USED_BEFORE'));
      expect(await hold('b')).to.deep.equal(refusedFor('USED_BEFORE'));
    });
  });
});
