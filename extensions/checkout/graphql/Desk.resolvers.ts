import type { Part } from 'stoa';
import type { Resolvers } from '../checkout.gen.ts';
import { type DeskOrder, hasVouchers, orderByHand, readDraft } from '../src/order-by-hand.ts';
import type { CheckoutRow } from '../src/read-checkout.ts';

export default {
  Query: {
    deskDraft: (_root, _args, context) => readDraft(context),
    deskVouchers: (_root, _args, context) => hasVouchers(context),
  },
  Mutation: { placeDeskOrder: (_root, { input }, context) => orderByHand(context, input) },
} satisfies Part<Resolvers<{ Checkout: CheckoutRow; DeskOrder: DeskOrder }>>;
