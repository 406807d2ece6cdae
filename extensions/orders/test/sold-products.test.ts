import { expect } from 'chai';
import { Neighbours } from './neighbours.ts';
import { openOrders } from './open-orders.ts';
import { place } from './place.ts';

describe('orders: what sells', () => {
  it('adds up the pieces of orders of the last 30 days that are not over, for extensions alone', async () => {
    const neighbours = new Neighbours();
    neighbours.reset({ opens: 'LATER' });
    await using shop = await openOrders(neighbours);
    for (const form of ['a', 'b', 'c', 'd']) await place(shop, { form, cart: form });
    await shop.database.query(`update order_line set product_id = case when order_id in
      (select order_id from orders where form_digest in (select min(form_digest) from orders)) then '2' else '1' end`);
    const [first, second] = await shop.database.query<{ order_id: string }>(
      "select order_id from order_line where product_id = '1'",
    );
    await shop.database.query("update orders set state = 'CANCELLED' where order_id = $1", [first?.order_id]);
    await shop.database.query("update orders set placed_at = now() - interval '31 days' where order_id = $1", [
      second?.order_id,
    ]);
    await shop.database.query("update order_line set quantity = 5 where product_id = '2'");
    const text = '{ soldProducts { productId quantity } }';
    expect((await shop.ask(text)).data).to.deep.equal({
      soldProducts: [
        { productId: '2', quantity: 5 },
        { productId: '1', quantity: 2 },
      ],
    });
    expect((await shop.graphql(text)).errors).to.have.lengthOf(1);
  });
});
