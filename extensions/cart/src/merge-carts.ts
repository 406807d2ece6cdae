import type { Transaction } from '../cart.gen.ts';
import { mostLines, mostMoney, mostPieces } from './cart-limits.ts';
import { openCart } from './open-cart.ts';

const visitorsText = 'select cart_id::text as id, country from cart where visitor = $1 and order_id is null for update';
const moveText = `
  insert into cart_line (cart_id, sku, quantity, added_money)
  select $2::uuid, sku, quantity, added_money from cart_line where cart_id = $1::uuid order by position
  on conflict (cart_id, sku) do update
  set quantity = least($3, cart_line.quantity + excluded.quantity), added_money = excluded.added_money`;
const shortenText = `
  delete from cart_line where cart_id = $1::uuid and sku in (
    select sku from (
      select sku, row_number() over first_ones as lines, sum(quantity::bigint * added_money) over first_ones as worth
      from cart_line where cart_id = $1::uuid window first_ones as (order by position)) line
    where lines > $2 or worth > $3::bigint)`;
const removeEmptyText = `
  delete from cart where cart_id = $1::uuid and not exists (select from cart_line where cart_id = $1::uuid)
  returning cart_id`;
const keepText = 'update cart set visitor = null, customer = $2, changed_at = now() where cart_id = $1::uuid';
const removeText = 'delete from cart where cart_id = $1::uuid';
const rememberText = 'insert into merged_cart (cart_id, merged_into) values ($1, $2)';

/**
 * Makes one cart of the visitor's and the customer's. Where the customer has nothing in one, it is the visitor's, with
 * all that others keep of it. Else its lines go into the customer's. The visitor's is locked first, the customer's
 * second: of two requests at once, the second finds nothing to merge.
 */
export async function mergeCarts(
  transaction: Transaction,
  { customer, visitor }: { readonly customer: string; readonly visitor: string },
): Promise<void> {
  const [from] = await transaction.query<{ id: string; country: string }>(visitorsText, [visitor]);
  if (from === undefined) return;
  const to = await openCart(transaction, { customer }, from.country);
  if ((await transaction.query(removeEmptyText, [to])).length > 0) {
    await transaction.query(keepText, [from.id, customer]);
    return;
  }
  await transaction.query(moveText, [from.id, to, mostPieces]);
  await transaction.query(shortenText, [to, mostLines, mostMoney]);
  await transaction.query(removeText, [from.id]);
  await transaction.query(rememberText, [from.id, to]);
  await transaction.publish('cart.merged', { from: from.id, to });
}
