import type { Database } from 'stoa';

// Without digests, and without what only the shop's own work needs.
const findText = `
  select number, state, locale, email, name, address, delivery_label as delivery, payment_label as payment, total,
    reductions, refunded, invoice_number as invoice, placed_at as "placedAt", sent_at as "sentAt", withdrawn_at as "withdrawnAt",
    (select coalesce(jsonb_agg(to_jsonb(order_line) - 'order_id'), '[]') from order_line
     where order_line.order_id = orders.order_id) as lines,
    (select coalesce(jsonb_agg(jsonb_build_object('number', parcel.number, 'tracking', parcel.tracking, 'sentAt', parcel.sent_at,
       'lines', (select jsonb_agg(to_jsonb(parcel_line) - 'order_id' - 'number') from parcel_line
         where parcel_line.order_id = parcel.order_id and parcel_line.number = parcel.number)) order by parcel.number), '[]')
     from parcel where parcel.order_id = orders.order_id) as parcels
  from orders where customer_id = $1 order by placed_at`;

/** The customer's orders, as the shop has them. */
export async function customerRecords(
  database: Database,
  customer: string,
): Promise<readonly { readonly topic: string; readonly json: string }[]> {
  return [{ topic: 'orders', json: JSON.stringify(await database.query(findText, [customer])) }];
}
