import { keepInvoice } from './keep-invoice.ts';
import { partOfTaxes } from './part-of-taxes.ts';
import type { AnyContext, AnyOrder } from './read-order.ts';
import { sellerOf } from './seller.ts';

interface Refund {
  /** All that has gone back by then. */
  readonly refunded: number;
  /** Left out: what no credit note has yet. */
  readonly amount?: number | undefined;
  readonly at: string;
}

const insertText = `
  insert into credit_note (order_id, refunded, amount, taxes, seller, issued_at) values ($1, $2, $3, $4::jsonb, $5::jsonb, $6)
  on conflict do nothing returning order_id`;
// Last in its transaction: the counter is locked until the commit.
const numberText = `
  with next as (
    insert into credit_note_counter (year, last) values (extract(year from $3::timestamptz at time zone $4), 1)
    on conflict (year) do update set last = credit_note_counter.last + 1 returning year, last
  )
  update credit_note set number = 'C' || year || '-' || lpad(last::text, 6, '0') from next
  where order_id = $1 and refunded = $2`;

/** A credit note with the next number, once for each refund. An order without an invoice gets none. */
export async function issueCreditNote(context: AnyContext, order: AnyOrder, refund: Refund): Promise<void> {
  const { database, shop } = context;
  const { id, invoiceNumber, totals } = order;
  const { refunded, at } = refund;
  const amount = refund.amount ?? refunded - (await creditedOf(context, id));
  if (invoiceNumber === null || amount <= 0) return;
  await keepInvoice(context, order);
  const taxes = partOfTaxes(totals.taxes, { total: totals.total, from: refunded - amount, to: refunded });
  const values = [id, refunded, amount, JSON.stringify(taxes), JSON.stringify(sellerOf(context)), at];
  await database.transaction(async (transaction) => {
    const [added] = await transaction.query(insertText, values);
    if (added !== undefined) await transaction.query(numberText, [id, refunded, at, shop.timeZone]);
  });
}

async function creditedOf({ database }: AnyContext, orderId: string): Promise<number> {
  const text = 'select coalesce(max(refunded), 0) as credited from credit_note where order_id = $1';
  const [row] = await database.query<{ credited: number }>(text, [orderId]);
  return row?.credited ?? 0;
}
