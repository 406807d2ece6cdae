import { moneyOf } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { RefundDeskOrder } from '../../orders.gen.ts';
import { answerOrder } from '../../src/desk/answer-order.ts';
import { hasPayment } from '../../src/order-rules.ts';
import { refundPart } from '../../src/refund-part.ts';

const refundDeskOrder: Handler<RefundDeskOrder> = async (request, response) => {
  const { body, context, params } = request;
  const amount = moneyOf(body.amount, context.shop, 'amount', 'desk.noAmount');
  const order = await refundPart(context, params.orderId, { key: body.key, amount });
  const isPaid = order !== null && (hasPayment(order.state) || order.state === 'REFUNDED');
  answerOrder(request, response, { context, order, saved: isPaid ? 'refunded' : 'credited' });
};

export default refundDeskOrder;
