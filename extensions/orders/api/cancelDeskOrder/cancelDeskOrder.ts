import type { Handler } from 'stoa';
import type { CancelDeskOrder } from '../../orders.gen.ts';
import { answerOrder } from '../../src/desk/answer-order.ts';
import { cancelAtDesk } from '../../src/desk/cancel-at-desk.ts';

const cancelDeskOrder: Handler<CancelDeskOrder> = async (request, response) => {
  const { context, params } = request;
  const order = await cancelAtDesk(context, params.orderId);
  answerOrder(request, response, { context, order, saved: order?.rest ? 'restCancelled' : 'cancelled' });
};

export default cancelDeskOrder;
