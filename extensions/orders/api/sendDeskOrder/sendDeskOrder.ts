import type { Handler } from 'stoa';
import type { SendDeskOrder } from '../../orders.gen.ts';
import { answerOrder } from '../../src/desk/answer-order.ts';
import { piecesField } from '../../src/parcels.ts';
import { sendParcel } from '../../src/send-parcel.ts';

const sendDeskOrder: Handler<SendDeskOrder> = async (request, response) => {
  const { context, params } = request;
  const { tracking, key, seen, ...more } = request.body;
  const pieces = Object.entries(more).filter(([name]) => name.startsWith(piecesField('')));
  const order = await sendParcel(context, params.orderId, { tracking, key, seen, pieces: Object.fromEntries(pieces) });
  answerOrder(request, response, { context, order, saved: 'sent' });
};

export default sendDeskOrder;
