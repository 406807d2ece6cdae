import type { Handler } from 'stoa';
import type { WithdrawOrder } from '../../orders.gen.ts';
import { withdraw } from '../../src/cancel-order.ts';
import { orderAddress } from '../../src/order-link.ts';

const withdrawOrder: Handler<WithdrawOrder> = async ({ context, params, query }, response) => {
  await withdraw(context, params.orderId, query.key);
  response.redirect(303, orderAddress(context, params.orderId, query.key));
};

export default withdrawOrder;
