import type { Context, Graph, Transaction } from '../cart.gen.ts';
import { openCart } from './open-cart.ts';

interface Closing {
  readonly cart: string;
  readonly order: string;
  /** What is ordered. Without it, all that is in the cart. */
  readonly lines?: readonly Graph['OrderedLineInput'][] | null | undefined;
}

interface Owned {
  readonly order: string | null;
  readonly visitor: string | null;
  readonly customer: string | null;
  readonly country: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const lockText = `
  select order_id as "order", visitor, customer, country from cart where cart_id = $1::uuid for update`;
const closeText = 'update cart set order_id = $2, changed_at = now() where cart_id = $1::uuid';
const restText = `
  select sku, line.quantity - coalesce(ordered.quantity, 0) as quantity
  from cart_line line left join jsonb_to_recordset($2::jsonb) as ordered (sku text, quantity int) using (sku)
  where cart_id = $1::uuid and line.quantity > coalesce(ordered.quantity, 0)`;
const copyText = `
  insert into cart_line (cart_id, sku, quantity, added_money, form_digest, added_at)
  select $2::uuid, sku, rest.quantity, added_money, form_digest, added_at
  from cart_line join jsonb_to_recordset($3::jsonb) as rest (sku text, quantity int) using (sku)
  where cart_id = $1::uuid order by position`;
const takeText = `
  with taken as (select * from jsonb_to_recordset($2::jsonb) as taken (sku text, quantity int)),
  gone as (
    delete from cart_line line using taken
    where cart_id = $1::uuid and line.sku = taken.sku and line.quantity <= taken.quantity)
  update cart_line line set quantity = line.quantity - taken.quantity from taken
  where cart_id = $1::uuid and line.sku = taken.sku and line.quantity > taken.quantity`;

const lockTargetText = `
  select cart_id::text as id, order_id is null as "isOpen" from cart
  where cart_id = (select merged_into from merged_cart where cart_id = $1::uuid) for update`;
const closeMergedText = `
  update merged_cart set order_id = $2 where cart_id = $1::uuid and order_id is null returning cart_id`;
const isClosedText = 'select from merged_cart where cart_id = $1::uuid and order_id = $2';

/** False when there is no such cart, or when another order has closed it. */
export async function closeCart(
  { database }: Pick<Context, 'database'>,
  { cart, order, lines }: Closing,
): Promise<boolean> {
  if (!uuid.test(cart)) return false;
  return await database.transaction(async (transaction) => {
    const [found] = await transaction.query<Owned>(lockText, [cart]);
    if (found === undefined) return await closeMerged(transaction, { cart, order, lines });
    if (found.order !== null) return found.order === order;
    await transaction.query(closeText, [cart, order]);
    if (lines != null) await moveRest(transaction, cart, { ...found, lines });
    return true;
  });
}

/** What was put into the cart after it was ordered goes into the owner's next one. */
async function moveRest(
  transaction: Transaction,
  cart: string,
  { customer, visitor, country, lines }: Owned & Required<Pick<Closing, 'lines'>>,
): Promise<void> {
  const owner = customer === null ? visitor && { visitor } : { customer };
  const rest = JSON.stringify(await transaction.query(restText, [cart, JSON.stringify(lines)]));
  if (!owner || rest === '[]') return;
  await transaction.query(copyText, [cart, await openCart(transaction, owner, country), rest]);
  await transaction.query(takeText, [cart, rest]);
}

/** The visitor has signed in while the order waited: what is ordered leaves the customer's cart, once. */
async function closeMerged(transaction: Transaction, { cart, order, lines }: Closing): Promise<boolean> {
  const [target] = await transaction.query<{ id: string; isOpen: boolean }>(lockTargetText, [cart]);
  const isFirst = (await transaction.query(closeMergedText, [cart, order])).length > 0;
  if (isFirst && target?.isOpen === true && lines != null)
    await transaction.query(takeText, [target.id, JSON.stringify(lines)]);
  return (await transaction.query(isClosedText, [cart, order])).length > 0;
}
