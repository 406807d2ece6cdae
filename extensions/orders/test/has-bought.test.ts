import { expect } from 'chai';
import { hasBought } from '../src/has-bought.ts';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place, type Shop } from './place.ts';

describe('orders: whether a person has bought a product', () => {
  const neighbours = new Neighbours();
  let shop: Shop;
  before(async () => {
    shop = await openOrders(neighbours);
  });
  after(() => shop.close());

  async function bought(id: string, product = '1'): Promise<boolean | undefined> {
    const text = 'query ($product: ID!) { hasBought(productId: $product) }';
    return (await shop.ask<{ hasBought: boolean }>(text, { product }, { id })).data?.hasBought;
  }

  it('is so once the order is confirmed, for its customer and for this product', async () => {
    neighbours.reset({ opens: 'LATER' });
    expect((await place(shop, { form: 'a', cart: 'a' }, { id: '10001' })).order?.state).to.equal('CONFIRMED');
    expect([await bought('10001'), await bought('10001', 'other'), await bought('10002')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    for (const [state, is] of [
      ['PAID', true],
      ['REFUNDED', false],
      ['CANCELLED', false],
      ['PENDING', false],
    ] as const) {
      await shop.database.query('update orders set state = $1', [state]);
      expect(await bought('10001')).to.equal(is);
    }
  });

  it('is so for the browser of a guest', async () => {
    neighbours.reset({ opens: 'LATER' });
    await place(shop, { form: 'b', cart: 'b' });
    await shop.database.query("update orders set visitor = 'browser' where customer_id is null");
    const boughtBy = (visitor: string | null) =>
      hasBought({ caller: { kind: 'guest' }, visitor, database: shop.database }, '1');
    expect([await boughtBy('browser'), await boughtBy('other'), await boughtBy(null)]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('is for no client to ask', async () => {
    expect((await shop.graphql('{ hasBought(productId: "1") }')).errors).to.have.lengthOf(1);
  });
});
