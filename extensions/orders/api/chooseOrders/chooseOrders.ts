import { type Handler, StoaError, wantsPage } from 'stoa';
import type { ChooseOrders } from '../../orders.gen.ts';
import { mostSelected } from '../../src/desk/selected-orders.ts';
import { ordersById } from '../../src/order-row.ts';

/** Changes nothing. The numbers stand in the address of the page, which can be printed again. */
const chooseOrders: Handler<ChooseOrders> = async (request, response) => {
  const { body, context, session } = request;
  if (body.orders.length > mostSelected)
    throw new StoaError('BAD_USER_INPUT', { text: 'bulk.tooMany', values: { most: mostSelected } });
  const rows = await ordersById(context.database, body.orders);
  if (rows.length === 0) throw new StoaError('NOT_FOUND', { text: 'rules.noOrder' });
  const numbers = body.orders.flatMap((id) => rows.find((row) => row.id === id)?.number ?? []);
  const pages = {
    PICK_LIST: () => context.url('deskPickList'),
    SLIPS: () => context.url('deskOrderSlips'),
    SEND: () => context.url('deskSending'),
  };
  const next = body.do === 'SEND' ? session.safeNext(body.next) : undefined;
  const back = next === undefined ? '' : `&next=${encodeURIComponent(next)}`;
  const address = `${pages[body.do]()}?numbers=${numbers.join(',')}${back}`;
  if (wantsPage(request)) response.redirect(303, address);
  else response.json({ success: true, data: { page: address } });
};

export default chooseOrders;
