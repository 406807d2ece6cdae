import type { Part } from 'stoa';
import type { Resolvers } from '../invoice.gen.ts';

export default {
  Query: {
    paymentMethods: (_root, _args, { text }) => [
      { __typename: 'InvoicePayment', code: 'invoice', label: text('invoice.name'), about: text('invoice.about') },
    ],
  },
} satisfies Part<Resolvers>;
