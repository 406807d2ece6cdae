import type { SubscriberOf } from '../../invoice-documents.gen.ts';
import { issueCreditNote } from '../../src/issue-credit-note.ts';
import { readAnyOrder } from '../../src/read-order.ts';

const credit: SubscriberOf<'order.refunded'> = async ({ payload, at }, context) => {
  const order = await readAnyOrder(context, payload.orderId);
  if (order === null) return;
  const { refunded = order.totals.refunded, amount } = payload;
  await issueCreditNote(context, order, { refunded, amount, at });
};

export default credit;
