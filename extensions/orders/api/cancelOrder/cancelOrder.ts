import type { Handler } from 'stoa';
import type { CancelOrder } from '../../orders.gen.ts';
import { cancelOrder as end } from '../../src/end-order.ts';
import { orderAddress } from '../../src/order-address.ts';

const cancelOrder: Handler<CancelOrder> = async ({ context, params, query }, response) => {
  await end(context, params.orderId, query.key);
  response.redirect(303, orderAddress(context, params.orderId, query.key));
};

export default cancelOrder;
