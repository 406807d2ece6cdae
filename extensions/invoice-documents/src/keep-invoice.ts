import type { AnyContext, AnyOrder } from './read-order.ts';
import { type Seller, sellerOf } from './seller.ts';

export interface Invoice {
  readonly number: string;
  readonly seller: Seller;
  readonly issuedAt: string;
}

const findText = 'select number, seller, issued_at as "issuedAt" from invoice where order_id = $1';
const insertText = `
  insert into invoice (order_id, number, seller, issued_at) values ($1, $2, $3::jsonb, $4)
  on conflict (order_id) do update set
    issued_at = case when invoice.issued_at = $5 then excluded.issued_at else invoice.issued_at end
  returning number, seller, issued_at as "issuedAt"`;

/**
 * The order's invoice, with number, seller and day as they are kept from the first call on. Undefined for an order that
 * was not confirmed. Without `at`, when it was confirmed, it has the day on which it was placed: that of an order from
 * before this extension. The event brings the right day later, where the document is asked for first.
 */
export async function keepInvoice(
  context: AnyContext,
  { id, invoiceNumber, placedAt }: Pick<AnyOrder, 'id' | 'invoiceNumber' | 'placedAt'>,
  at?: string,
): Promise<Invoice | undefined> {
  if (invoiceNumber === null) return undefined;
  const { database } = context;
  const [known] = at === undefined ? await database.query<Invoice>(findText, [id]) : [];
  if (known !== undefined) return known;
  const values = [id, invoiceNumber, JSON.stringify(sellerOf(context)), at ?? placedAt, placedAt];
  const [kept] = await database.query<Invoice>(insertText, values);
  return kept;
}
