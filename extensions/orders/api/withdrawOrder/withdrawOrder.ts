import type { Handler } from 'stoa';
import type { WithdrawOrder } from '../../orders.gen.ts';
import { withdrawOrder as end } from '../../src/end-order.ts';

const withdrawOrder: Handler<WithdrawOrder> = async ({ context, params, query }, response) => {
  await end(context, params.orderId, query.key);
  const path = context.url('order', { orderId: params.orderId });
  response.redirect(303, query.key ? `${path}?key=${encodeURIComponent(query.key)}` : path);
};

export default withdrawOrder;
