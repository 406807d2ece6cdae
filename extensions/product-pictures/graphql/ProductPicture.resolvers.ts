import type { Resolvers } from '../product-pictures.gen.ts';
import { picturesOf } from '../src/picture-store.ts';

export default {
  Product: {
    pictures: {
      batch: (products, _args, { database }) =>
        picturesOf(
          database,
          products.map(({ productId }) => productId),
        ),
    },
  },
} satisfies Resolvers;
