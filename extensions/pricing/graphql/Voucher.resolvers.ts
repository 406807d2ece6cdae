import type { Part } from 'stoa';
import type { Resolvers } from '../pricing.gen.ts';
import { holdVouchers, releaseVouchers, retakeVouchers } from '../src/voucher-hold.ts';

export default {
  Mutation: {
    holdVouchers: (_root, { order, cart, codes, buyer }, { database, caller }) =>
      holdVouchers(database, {
        order,
        cart,
        codes: codes ?? null,
        buyer: buyer ?? (caller.kind === 'user' ? caller.id : null),
      }),
    retakeVouchers: (_root, { order, codes, buyer }, { database, caller }) =>
      retakeVouchers(database, { order, codes, buyer: buyer ?? (caller.kind === 'user' ? caller.id : null) }),
    releaseVouchers: (_root, { order }, { database }) => releaseVouchers(database, order),
  },
} satisfies Part<Resolvers>;
