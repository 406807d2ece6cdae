import type { Resolvers } from 'stoa';
import { supplementOf } from '../src/supplements.ts';

interface Key {
  readonly productId: string;
}

export default {
  Product: { extension: ({ productId }: Key) => ({ productId }) },
  ProductExtension: {
    supplement: { batch: (parents: readonly Key[]) => parents.map(({ productId }) => supplementOf(productId)) },
  },
} satisfies Resolvers;
