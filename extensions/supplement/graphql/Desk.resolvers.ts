import { labelsOf } from '../src/desk-label.ts';
import type { Resolvers } from '../supplement.gen.ts';

export default {
  Product: {
    labels: {
      batch: (products, _args, { database, shop }) =>
        labelsOf(
          database,
          products.map(({ productId }) => productId),
          shop.locales,
        ),
    },
  },
} satisfies Resolvers;
