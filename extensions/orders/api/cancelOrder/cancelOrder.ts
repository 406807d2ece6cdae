import type { Handler } from 'stoa';
import type { CancelOrder } from '../../orders.gen.ts';
import { cancelOrder as end } from '../../src/end-order.ts';

const cancelOrder: Handler<CancelOrder> = async ({ context, params, query }, response) => {
  await end(context, params.orderId, query.key);
  const path = context.url('order', { orderId: params.orderId });
  response.redirect(303, query.key ? `${path}?key=${encodeURIComponent(query.key)}` : path);
};

export default cancelOrder;
