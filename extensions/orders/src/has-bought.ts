import type { Context } from '../orders.gen.ts';

// An order that was refunded or cancelled is in another state. A part that was paid back changes nothing.
const boughtText = `
  select exists (select from orders join order_line using (order_id)
  where (customer_id = $1 or visitor = $2) and state in ('PAID', 'CONFIRMED') and product_id = $3) as bought`;

/** Whether the caller, or this browser, has bought a product. */
export async function hasBought(
  { caller, visitor, database }: Pick<Context, 'caller' | 'visitor' | 'database'>,
  productId: string,
): Promise<boolean> {
  const customer = caller.kind === 'user' ? caller.id : null;
  if (customer === null && visitor === null) return false;
  const [row] = await database.query<{ bought: boolean }>(boughtText, [customer, visitor, productId]);
  return row?.bought ?? false;
}
