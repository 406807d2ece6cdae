import type { Part } from 'stoa';
import type { Resolvers } from '../card.gen.ts';
import { payBack } from '../src/pay-back.ts';
import { isTaken } from '../src/provider-amount.ts';
import { expireSession, outcomeOf, readSession, startPayment } from '../src/sessions.ts';

export default {
  Query: {
    paymentMethods: (_root, { amount }, { shop, text }) =>
      isTaken(amount, shop.currency)
        ? [{ __typename: 'CardPayment', code: 'card', label: text('card.name'), about: text('card.about') }]
        : [],
  },
  Mutation: {
    startPayment: (_root, { input }, context) => startPayment(context, input),
    stopPayment: async (_root, { reference }, context) => outcomeOf(await expireSession(context, reference)),
    lookUpPayment: async (_root, { reference }, context) => outcomeOf(await readSession(context, reference)),
    payBack: (_root, { input }, context) => payBack(context, input),
  },
} satisfies Part<Resolvers>;
