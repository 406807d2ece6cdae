import type { Period } from './period.ts';
import { type AnyContext, type AnyOrder, readAnyOrder } from './read-order.ts';
import { type Seller, sellerOf } from './seller.ts';

export interface Invoice {
  readonly number: string;
  readonly seller: Seller;
  readonly issuedAt: string;
}

const findText =
  'select number, seller, issued_at as "issuedAt" from invoice where order_id = $1 and amount is not null';
const insertText = `
  insert into invoice (order_id, number, seller, issued_at, order_number, country, amount, taxes)
  values ($1, $2, $3::jsonb, $4, $6, $7, $8, $9::jsonb)
  on conflict (order_id) do update set
    issued_at = case when invoice.issued_at = $5 then excluded.issued_at else invoice.issued_at end,
    order_number = excluded.order_number, country = excluded.country, amount = excluded.amount, taxes = excluded.taxes
  returning number, seller, issued_at as "issuedAt"`;

type InvoicedOrder = Pick<AnyOrder, 'id' | 'number' | 'invoiceNumber' | 'placedAt'> & {
  readonly address: Pick<AnyOrder['address'], 'country'>;
  readonly totals: Pick<AnyOrder['totals'], 'total' | 'taxes'>;
};

/**
 * The order's invoice, with number, seller and day as they are kept from the first call on. Undefined for an order that
 * was not confirmed. Without `at`, when it was confirmed, it has the day on which it was placed: that of an order from
 * before this extension. The event brings the right day later, where the document is asked for first.
 */
export async function keepInvoice(
  context: AnyContext,
  order: InvoicedOrder,
  at?: string,
): Promise<Invoice | undefined> {
  const { id, number, invoiceNumber, placedAt, address, totals } = order;
  if (invoiceNumber === null) return undefined;
  const { database } = context;
  const [known] = at === undefined ? await database.query<Invoice>(findText, [id]) : [];
  if (known !== undefined) return known;
  const booked = [number, address.country, totals.total, JSON.stringify(totals.taxes)];
  const values = [id, invoiceNumber, JSON.stringify(sellerOf(context)), at ?? placedAt, placedAt, ...booked];
  const [kept] = await database.query<Invoice>(insertText, values);
  return kept;
}

/** So many orders are asked for at once. */
const atOnce = 20;

/** Asks what invoices of before are over, once for each: those of the period, and of its credit notes. */
export async function completeInvoices(context: AnyContext, { where, values }: Period): Promise<void> {
  // stoa-allow LINT_SQL_FILLED: a condition of period.ts
  const text = `
    select order_id as id from invoice where amount is null and (${where}
      or order_id in (select n.order_id from credit_note n where ${where}))
    union
    select order_id from credit_note
    where ${where} and not exists (select from invoice i where i.order_id = credit_note.order_id)`;
  const rows = await context.database.query<{ id: string }>(text, values);
  for (let start = 0; start < rows.length; start += atOnce)
    await Promise.all(
      rows.slice(start, start + atOnce).map(async ({ id }) => {
        const order = await readAnyOrder(context, id);
        if (order !== null) await keepInvoice(context, order);
      }),
    );
}
