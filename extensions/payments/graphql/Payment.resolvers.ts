import { oneForEach, StoaError } from 'stoa';
import type { Resolvers } from '../payments.gen.ts';
import { closePayment } from '../src/close-payment.ts';
import { openPayment } from '../src/open-payment.ts';
import { findPayments, type PaymentRow } from '../src/payment-store.ts';
import { refundPayment } from '../src/refund-payment.ts';
import type { RefundRow } from '../src/refund-store.ts';
import { settlePayment } from '../src/settle-payment.ts';

/** A method that is paid later has no provider, so nothing of it can be asked. */
function noProvider(method: string): StoaError {
  return new StoaError('NOT_FOUND', `${method} has no provider.`);
}

export default {
  Query: {
    paymentMethods: () => [],
    paymentOf: async (_root, { order }, { database }) => (await findPayments(database, [order]))[0] ?? null,
  },
  Mutation: {
    openPayment: (_root, { input }, context) => openPayment(context, input),
    closePayment: (_root, { order }, context) => closePayment(context, order),
    refundPayment: (_root, input, context) => refundPayment(context, input),
    settlePayment: (_root, { input }, context) => settlePayment(context, input),
    // These answer for methods that only offer themselves, such as payment on delivery.
    startPayment: () => ({ state: 'LATER' as const, reference: null, address: null }),
    stopPayment: (_root, { method }) => {
      throw noProvider(method);
    },
    lookUpPayment: (_root, { method }) => {
      throw noProvider(method);
    },
    payBack: (_root, { method }) => {
      throw noProvider(method);
    },
  },
  Payment: {
    __resolveReference: {
      batch: async (references, _args, { database }) => {
        const orders = references.map(({ order }) => order);
        return oneForEach(orders, await findPayments(database, orders), ({ order }) => order);
      },
    },
    address: ({ state, address }) => (state === 'OPEN' ? address : null),
  },
} satisfies Resolvers<{ Payment: PaymentRow; Refund: RefundRow }>;
