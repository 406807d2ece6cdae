import type { Database } from 'stoa';
import type { Context, Graph } from '../invoice-documents.gen.ts';
import type { Invoice } from './keep-invoice.ts';
import { readOrder, type Tax } from './read-order.ts';

export interface CreditNote extends Invoice {
  readonly amount: number;
  readonly taxes: readonly Tax[];
}

const notesText = `
  select number, amount, taxes, seller, issued_at as "issuedAt" from credit_note where order_id = $1 order by refunded`;

export async function creditNotesOf(database: Database, orderId: string): Promise<readonly CreditNote[]> {
  return await database.query<CreditNote>(notesText, [orderId]);
}

/** What the caller may have of an order. Null for an order that the caller may not see. */
export async function listDocuments(
  context: Context,
  orderId: string,
  key?: string | null,
): Promise<readonly Graph['OrderDocument'][] | null> {
  const order = await readOrder(context, orderId, key);
  if (order === null) return null;
  if (order.invoiceNumber === null) return [];
  const search = key ? `?key=${encodeURIComponent(key)}` : '';
  const shown = (kind: Graph['OrderDocumentKind'], number: string, amount: number) => ({
    kind,
    number,
    amount,
    url: context.url('orderDocument', { orderId: order.id, number }) + search,
  });
  const notes = await creditNotesOf(context.database, order.id);
  return [
    shown('INVOICE', order.invoiceNumber, order.totals.total),
    ...notes.map(({ number, amount }) => shown('CREDIT_NOTE', number, amount)),
  ];
}
