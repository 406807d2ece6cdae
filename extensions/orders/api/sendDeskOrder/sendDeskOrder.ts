import type { Handler } from 'stoa';
import type { SendDeskOrder } from '../../orders.gen.ts';
import { answerOrder } from '../../src/desk/answer-order.ts';
import { sendOrder } from '../../src/serve-order.ts';

const sendDeskOrder: Handler<SendDeskOrder> = async (request, response) => {
  const { body, context, params } = request;
  const order = await sendOrder(context, params.orderId, body.tracking);
  answerOrder(request, response, { context, order, saved: 'sent' });
};

export default sendDeskOrder;
