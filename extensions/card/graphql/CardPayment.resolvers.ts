import type { Part } from 'stoa';
import type { Resolvers } from '../card.gen.ts';
import { payBack } from '../src/pay-back.ts';
import { expireSession, outcomeOf, readSession, startSession } from '../src/sessions.ts';

export default {
  Query: {
    paymentMethods: (_root, _args, { text }) => [
      { __typename: 'CardPayment', code: 'card', label: text('card.name'), about: text('card.about') },
    ],
  },
  Mutation: {
    startPayment: async (_root, { input }, context) => {
      const { id, url } = await startSession(context, input);
      return { state: 'OPEN' as const, reference: id, address: url };
    },
    stopPayment: async (_root, { reference }, context) => outcomeOf(await expireSession(context, reference)),
    lookUpPayment: async (_root, { reference }, context) => outcomeOf(await readSession(context, reference)),
    payBack: (_root, { input }, context) => payBack(context, input),
  },
} satisfies Part<Resolvers>;
