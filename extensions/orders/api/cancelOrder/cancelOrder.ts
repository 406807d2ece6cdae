import type { Handler } from 'stoa';
import type { CancelOrder } from '../../orders.gen.ts';
import { cancelByBuyer } from '../../src/cancel-order.ts';
import { orderAddress } from '../../src/order-link.ts';

const cancelOrder: Handler<CancelOrder> = async ({ context, params, query }, response) => {
  await cancelByBuyer(context, params.orderId, query.key);
  response.redirect(303, orderAddress(context, params.orderId, query.key));
};

export default cancelOrder;
