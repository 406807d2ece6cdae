import type { Part } from 'stoa';
import type { Resolvers } from '../card.gen.ts';
import { payBack } from '../src/pay-back.ts';
import { expireSession, leastAmount, outcomeOf, readSession, startPayment, unitsOf } from '../src/sessions.ts';

export default {
  Query: {
    paymentMethods: (_root, { amount }, { shop, text }) =>
      amount > 0 && amount * unitsOf(shop.currency) < leastAmount
        ? []
        : [{ __typename: 'CardPayment', code: 'card', label: text('card.name'), about: text('card.about') }],
  },
  Mutation: {
    startPayment: (_root, { input }, context) => startPayment(context, input),
    stopPayment: async (_root, { reference }, context) => outcomeOf(await expireSession(context, reference)),
    lookUpPayment: async (_root, { reference }, context) => outcomeOf(await readSession(context, reference)),
    payBack: (_root, { input }, context) => payBack(context, input),
  },
} satisfies Part<Resolvers>;
