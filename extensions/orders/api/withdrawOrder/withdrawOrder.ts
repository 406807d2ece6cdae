import type { Handler } from 'stoa';
import type { WithdrawOrder } from '../../orders.gen.ts';
import { withdrawOrder as end } from '../../src/end-order.ts';
import { orderAddress } from '../../src/order-address.ts';

const withdrawOrder: Handler<WithdrawOrder> = async ({ context, params, query }, response) => {
  await end(context, params.orderId, query.key);
  response.redirect(303, orderAddress(context, params.orderId, query.key));
};

export default withdrawOrder;
