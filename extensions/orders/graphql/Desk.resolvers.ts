import { type Part, pageAddress } from 'stoa';
import type { Resolvers } from '../orders.gen.ts';
import { cancelAtDesk } from '../src/desk/cancel-at-desk.ts';
import { readFigures } from '../src/desk/order-figures.ts';
import { listOrders } from '../src/desk/order-list.ts';
import { selectedOrders } from '../src/desk/selected-orders.ts';
import type { OrderRow } from '../src/order-row.ts';
import { canCancelRest, canSend, refundable } from '../src/order-rules.ts';

export default {
  Query: {
    orders: (_root, input, context) => listOrders(context, input),
    selectedOrders: (_root, { numbers }, { database }) => selectedOrders(database, numbers),
    orderFigures: (_root, { days }, context) => readFigures(context, days ?? 30),
  },
  Mutation: {
    cancelOrder: (_root, { id }, context) => cancelAtDesk(context, id),
  },
  Order: {
    canSend,
    canCancelRest,
    refundable,
    deskUrl: ({ id }, _args, context) => pageAddress(context, () => context.url('deskOrder', { orderId: id })),
  },
} satisfies Part<Resolvers<{ Order: OrderRow }>>;
