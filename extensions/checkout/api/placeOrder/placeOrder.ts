import { type Handler, wantsPage } from 'stoa';
import type { PlaceOrder } from '../../checkout.gen.ts';
import { placeOrder as place } from '../../src/place-order.ts';

const placeOrder: Handler<PlaceOrder> = async (request, response) => {
  const { id, address } = await place(request.context, request.body);
  if (wantsPage(request)) response.redirect(303, address);
  else response.status(201).json({ success: true, data: { order: { id, address } } });
};

export default placeOrder;
