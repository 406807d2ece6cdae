import type { SubscriberOf } from '../../invoice-documents.gen.ts';
import { keepInvoice } from '../../src/keep-invoice.ts';
import { readAnyOrder } from '../../src/read-order.ts';

const issue: SubscriberOf<'order.confirmed'> = async ({ payload, at }, context) => {
  const order = await readAnyOrder(context, payload.orderId);
  if (order !== null) await keepInvoice(context, order, at);
};

export default issue;
