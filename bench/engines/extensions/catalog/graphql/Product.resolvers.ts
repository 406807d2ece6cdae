import type { Resolvers } from 'stoa';
import { productById, products } from '../src/products.ts';

export default {
  Query: {
    product: (_root, { id }: { id: string }) => productById(id),
    products: (_root, { first }: { first: number }) => products.slice(0, first),
  },
  Product: { __resolveReference: ({ productId }: { productId: string }) => productById(productId) },
} satisfies Resolvers;
