import type { SubscriberOf } from '../../orders.gen.ts';
import { advance } from '../../src/advance.ts';
import { hasPayment } from '../../src/order-rules.ts';
import { announceRefund } from '../../src/refund-part.ts';

const payment: SubscriberOf<'payment.refunded'> = async ({ payload }, context) => {
  const order = await advance(context, payload.orderId);
  if (order !== undefined && hasPayment(order.state)) await announceRefund(context, order);
};

export default payment;
