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
  on conflict (order_id) do update set number = invoice.number returning number, seller, issued_at as "issuedAt"`;

/**
 * The order's invoice, with number, seller and day as they are kept from the first call on. Undefined for an order that
 * was not confirmed. An order from before this extension has the day on which it was placed.
 */
export async function keepInvoice(
  context: AnyContext,
  { id, invoiceNumber, placedAt }: Pick<AnyOrder, 'id' | 'invoiceNumber' | 'placedAt'>,
  at = placedAt,
): Promise<Invoice | undefined> {
  if (invoiceNumber === null) return undefined;
  const { database } = context;
  const [known] = await database.query<Invoice>(findText, [id]);
  if (known !== undefined) return known;
  const [kept] = await database.query<Invoice>(insertText, [id, invoiceNumber, JSON.stringify(sellerOf(context)), at]);
  return kept;
}
