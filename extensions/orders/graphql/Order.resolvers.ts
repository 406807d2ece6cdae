import type { Context, Resolvers } from '../orders.gen.ts';
import { advance } from '../src/advance.ts';
import { digestOf } from '../src/digest.ts';
import { canCancel, canWithdraw } from '../src/may-end.ts';
import { findOrder, findVisibleOrder, type OrderRow, ordersOf } from '../src/order-row.ts';
import { placeOrder } from '../src/place-order.ts';
import { refundPart, sendOrder } from '../src/serve-order.ts';

async function visible(context: Context, id: string, key?: string | null): Promise<OrderRow | null> {
  const { caller, visitor, database } = context;
  const customer = caller.kind === 'user' ? caller.id : null;
  if (caller.kind === 'user' && caller.permissions.includes('orders:write'))
    return (await findOrder(database, id)) ?? null;
  return (await findVisibleOrder(database, id, { customer, visitor, keyDigest: key ? digestOf(key) : null })) ?? null;
}

export default {
  Query: {
    order: (_root, { id, key }, context) => visible(context, id, key),
    myOrders: (_root, _args, { caller, database }) => (caller.kind === 'user' ? ordersOf(database, caller.id) : []),
  },
  Mutation: {
    placeOrder: (_root, { input }, context) => placeOrder(context, input),
    advanceOrder: async (_root, { id }, context) => (await advance(context, id))?.state ?? null,
    sendOrder: (_root, { id }, context) => sendOrder(context, id),
    refundOrder: (_root, { id, ...refund }, context) => refundPart(context, id, refund),
  },
  Order: {
    __resolveReference: ({ id }, _args, context) => visible(context, id),
    canCancel,
    canWithdraw,
    url: ({ id }, _args, { url }) => url('order', { orderId: id }),
  },
} satisfies Resolvers<{ Order: OrderRow }>;
