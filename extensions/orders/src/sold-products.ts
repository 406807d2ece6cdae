import type { Database } from 'stoa';

interface SoldProduct {
  readonly productId: string;
  readonly quantity: number;
}

// "offset 0" reads the lines of these orders alone. PostgreSQL would else read the lines of all orders there ever were.
const soldText = `
  select product_id as "productId", sum(quantity)::integer as quantity
  from orders, lateral (select product_id, quantity from order_line l where l.order_id = orders.order_id offset 0) line
  where placed_at > now() - interval '30 days' and product_id is not null and state in ('CONFIRMED', 'PAYING', 'PAID')
  group by product_id order by quantity desc, product_id limit 20`;

/** In milliseconds: the home page asks each time, and what sells best is the same a while later. */
const keptFor = 60_000;
let kept: { readonly until: number; readonly sold: Promise<readonly SoldProduct[]> } | undefined;

/** What was bought most of the last 30 days. At most one query in a minute. */
export function soldProducts(database: Database): Promise<readonly SoldProduct[]> {
  if (kept !== undefined && kept.until > performance.now()) return kept.sold;
  const sold = database.query<SoldProduct>(soldText);
  kept = { until: performance.now() + keptFor, sold };
  sold.catch(() => {
    kept = undefined;
  });
  return sold;
}
