import type { SubscriberOf } from '../../orders.gen.ts';
import { advance } from '../../src/advance.ts';

const payment: SubscriberOf<'payment.closed'> = async ({ payload }, context) => {
  await advance(context, payload.orderId);
};

export default payment;
