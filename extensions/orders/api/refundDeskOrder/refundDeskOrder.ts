import { parseMoney } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { RefundDeskOrder } from '../../orders.gen.ts';
import { answerOrder } from '../../src/desk/answer-order.ts';
import { refundPart } from '../../src/serve-order.ts';

const refundDeskOrder: Handler<RefundDeskOrder> = async (request, response) => {
  const { body, context, params } = request;
  const amount = parseMoney(body.amount);
  const text = { text: 'desk.noAmount' };
  if (amount === undefined) throw new StoaError('BAD_USER_INPUT', text, { fields: { amount: text } });
  const order = await refundPart(context, params.orderId, { key: body.key, amount });
  answerOrder(request, response, { context, order, saved: 'refunded' });
};

export default refundDeskOrder;
