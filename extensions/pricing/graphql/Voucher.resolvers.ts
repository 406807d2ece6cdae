import type { Resolvers } from '../pricing.gen.ts';
import { setCartVouchers } from '../src/cart-vouchers.ts';
import { commitVouchers, holdVouchers, releaseVouchers } from '../src/voucher-hold.ts';

export default {
  Mutation: {
    setCartVouchers: (_root, { cart, codes }, context) => setCartVouchers(context, cart, codes),
    holdVouchers: (_root, { order, cart, codes, buyer }, { database, caller }) =>
      holdVouchers(database, {
        order,
        cart,
        codes: codes ?? null,
        buyer: buyer ?? (caller.kind === 'user' ? caller.id : null),
      }),
    commitVouchers: (_root, { order, codes, buyer }, { database, caller }) =>
      commitVouchers(database, { order, codes, buyer: buyer ?? (caller.kind === 'user' ? caller.id : null) }),
    releaseVouchers: (_root, { order, forGood }, { database }) =>
      releaseVouchers(database, { order, forGood: forGood ?? false }),
  },
} satisfies Resolvers;
