import type { SubscriberOf } from '../../invoice-documents.gen.ts';
import { issueCreditNote } from '../../src/issue-credit-note.ts';
import { readAnyOrder } from '../../src/read-order.ts';

/**
 * An order that was to be paid later has an invoice already. It is credited whole. One that late money has paid meanwhile
 * keeps its invoice.
 */
const credit: SubscriberOf<'order.cancelled'> = async ({ payload, at }, context) => {
  const order = await readAnyOrder(context, payload.orderId);
  if (order?.state === 'CANCELLED') await issueCreditNote(context, order, { refunded: order.totals.total, at });
};

export default credit;
