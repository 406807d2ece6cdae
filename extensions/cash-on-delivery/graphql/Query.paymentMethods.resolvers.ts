import type { Part } from 'stoa';
import type { Resolvers } from '../cash-on-delivery.gen.ts';

export default {
  Query: {
    paymentMethods: (_root, _args, { text }) => [
      { __typename: 'CashPayment', code: 'cash-on-delivery', label: text('cash.name'), about: text('cash.about') },
    ],
  },
} satisfies Part<Resolvers>;
