import { oneForEach } from 'stoa';
import type { Resolvers } from '../orders.gen.ts';
import { advance } from '../src/advance.ts';
import { customerRecords } from '../src/customer-records.ts';
import { hasBought } from '../src/has-bought.ts';
import { findOrder, type OrderRow, ordersOf, seeOrder, seeOrders } from '../src/order-row.ts';
import { canCancel, canWithdraw } from '../src/order-rules.ts';
import { parcelsOf, piecesField } from '../src/parcels.ts';
import { placeOrder } from '../src/place-order.ts';
import { refundPart } from '../src/refund-part.ts';
import { sendParcel } from '../src/send-parcel.ts';
import { soldProducts } from '../src/sold-products.ts';

export default {
  Query: {
    orderMailTexts: () => [],
    soldProducts: (_root, _args, { database }) => soldProducts(database),
    customerRecords: (_root, { customer }, { database }) => customerRecords(database, customer),
    order: (_root, { id, key }, context) => seeOrder(context, id, key),
    anyOrder: async (_root, { id }, { database }) => (await findOrder(database, id)) ?? null,
    hasBought: (_root, { productId }, context) => hasBought(context, productId),
    myOrders: (_root, _args, { caller, database }) => (caller.kind === 'user' ? ordersOf(database, caller.id) : []),
  },
  Mutation: {
    placeOrder: (_root, { input }, context) => placeOrder(context, input),
    advanceOrder: async (_root, { id }, context) => (await advance(context, id))?.state ?? null,
    sendOrder: (_root, { id, lines, ...sending }, context) => {
      const pieces = (lines ?? []).map(({ sku, quantity }) => [piecesField(sku), quantity] as const);
      return sendParcel(context, id, { ...sending, pieces: Object.fromEntries(pieces) });
    },
    refundOrder: (_root, { id, ...refund }, context) => refundPart(context, id, refund),
  },
  Order: {
    __resolveReference: {
      batch: async (references, _args, context) => {
        const ids = references.map(({ id }) => id);
        return oneForEach(ids, await seeOrders(context, ids), ({ id }) => id);
      },
    },
    canCancel,
    canWithdraw,
    parcels: { batch: (orders, _args, { database }) => parcelsOf(database, orders) },
    url: ({ id }, _args, { url }) => url('order', { orderId: id }),
  },
} satisfies Resolvers<{ Order: OrderRow }>;
