import type { Context } from '../invoice-documents.gen.ts';
import { type Invoice, keepInvoice } from './keep-invoice.ts';
import { type CreditNote, creditNotesOf } from './list-documents.ts';
import { type Order, readOrder } from './read-order.ts';

export interface OrderDocument extends Invoice {
  readonly order: Order;
  /** What a credit note credits. Undefined for the invoice. */
  readonly credit: (CreditNote & { readonly invoice: Invoice }) | undefined;
}

interface Asked {
  readonly orderId: string;
  readonly number: string;
  readonly key: string | undefined;
}

/** The document, for those who may see the order. Undefined for others. */
export async function findDocument(
  context: Context,
  { orderId, number, key }: Asked,
): Promise<OrderDocument | undefined> {
  const order = await readOrder(context, orderId, key);
  const invoice = order === null ? undefined : await keepInvoice(context, order);
  if (order === null || invoice === undefined) return undefined;
  if (invoice.number === number) return { ...invoice, order, credit: undefined };
  const note = (await creditNotesOf(context.database, order.id)).find((each) => each.number === number);
  return note && { ...note, order, credit: { ...note, invoice } };
}
