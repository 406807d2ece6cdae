import type { Resolvers } from '../pricing.gen.ts';
import { findPrices } from '../src/find-prices.ts';

export default {
  Product: {
    price: {
      batch: async (products, _args, { database }) =>
        (await findPrices(database, products)).map((money) => money / 100),
    },
    money: { batch: (products, _args, { database }) => findPrices(database, products) },
  },
  Variant: {
    money: { batch: (variants, _args, { database }) => findPrices(database, variants) },
  },
} satisfies Resolvers;
