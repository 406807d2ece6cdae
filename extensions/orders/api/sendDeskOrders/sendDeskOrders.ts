import { changeSelected } from '@stoa/desk-ui';
import { type Handler, StoaError } from 'stoa';
import type { SendDeskOrders } from '../../orders.gen.ts';
import { ordersById } from '../../src/order-row.ts';
import { sendParcel } from '../../src/send-parcel.ts';

const sendDeskOrders: Handler<SendDeskOrders> = async (request, response) => {
  const { body, context } = request;
  const rows = await ordersById(context.database, body.orders);
  await changeSelected(request, response, {
    ids: body.orders,
    names: new Map(rows.map(({ id, number }) => [id, number])),
    change: async (id) => {
      // All that is left: a second time changes nothing.
      if ((await sendParcel(context, id, {})) === null) throw new StoaError('NOT_FOUND', { text: 'rules.noOrder' });
    },
    page: () => context.url('deskOrders'),
    next: body.next,
  });
};

export default sendDeskOrders;
