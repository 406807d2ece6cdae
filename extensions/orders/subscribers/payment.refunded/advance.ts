import type { SubscriberOf } from '../../orders.gen.ts';
import { advance } from '../../src/advance.ts';
import { tellRefund } from '../../src/serve-order.ts';

const payment: SubscriberOf<'payment.refunded'> = async ({ payload }, context) => {
  const order = await advance(context, payload.orderId);
  if (order?.state === 'PAID') await tellRefund(context, order);
};

export default payment;
