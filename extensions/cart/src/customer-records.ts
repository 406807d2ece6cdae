import type { Database } from 'stoa';

const findText = `
  select country, delivery_method as "deliveryMethod", payment_method as "paymentMethod", changed_at as "changedAt",
    order_id is not null as "isOrdered",
    (select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'quantity', quantity) order by position), '[]')
     from cart_line where cart_line.cart_id = cart.cart_id) as lines
  from cart where customer = $1 order by changed_at`;

/** The customer's carts, as the shop has them. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  return [{ topic: 'carts', json: JSON.stringify(await database.query(findText, [customer])) }];
}
