import type { SubscriberOf } from '../../invoice-documents.gen.ts';
import { issueCreditNote } from '../../src/issue-credit-note.ts';
import { readAnyOrder } from '../../src/read-order.ts';

/**
 * An order that was to be paid later has an invoice already. What earlier credits have left of it is credited: that is
 * fixed once it is cancelled, so their events may come later. One that late money has paid meanwhile keeps its invoice.
 */
const credit: SubscriberOf<'order.cancelled'> = async ({ payload, at }, context) => {
  const order = await readAnyOrder(context, payload.orderId);
  if (order?.state !== 'CANCELLED') return;
  const { total, refunded } = order.totals;
  await issueCreditNote(context, order, { refunded: total, amount: total - refunded, at });
};

export default credit;
