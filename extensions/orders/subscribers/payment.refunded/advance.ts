import type { SubscriberOf } from '../../orders.gen.ts';
import { advance } from '../../src/advance.ts';
import { announceRefund } from '../../src/refund-part.ts';

const payment: SubscriberOf<'payment.refunded'> = async ({ payload }, context) => {
  const order = await advance(context, payload.orderId);
  if (order?.state === 'PAID') await announceRefund(context, order);
};

export default payment;
