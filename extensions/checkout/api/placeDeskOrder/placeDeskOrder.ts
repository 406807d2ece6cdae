import { answerSaved } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { PlaceDeskOrder } from '../../checkout.gen.ts';
import { linesOfForm } from '../../src/lines-of-form.ts';
import { orderByHand } from '../../src/order-by-hand.ts';

const placeDeskOrder: Handler<PlaceDeskOrder> = async (request, response) => {
  const { body, context } = request;
  const { order, address } = await orderByHand(context, {
    ...body,
    lines: linesOfForm(body),
    total: body.step === 'place' ? (body.total ?? 0) : null,
  });
  if (order === null) throw new StoaError('CONFLICT', { text: 'desk.looked' });
  const page = () => context.url('deskOrder', { orderId: order.id });
  answerSaved(request, response, { page, saved: 'placed', status: 201, data: { order: { id: order.id, address } } });
};

export default placeDeskOrder;
