import type { Resolvers } from '../pricing.gen.ts';
import { findPrices } from '../src/find-prices.ts';
import { findPriorPrices } from '../src/find-prior-prices.ts';

export default {
  Product: {
    price: {
      batch: async (products, _args, { database, shop }) =>
        (await findPrices(database, products)).map((money) => money / 10 ** shop.decimals),
    },
    money: { batch: (products, _args, { database }) => findPrices(database, products) },
    priorMoney: { batch: (products, _args, context) => findPriorPrices(context, products) },
  },
  Variant: {
    money: { batch: (variants, _args, { database }) => findPrices(database, variants) },
    priorMoney: { batch: (variants, _args, context) => findPriorPrices(context, variants) },
  },
} satisfies Resolvers;
