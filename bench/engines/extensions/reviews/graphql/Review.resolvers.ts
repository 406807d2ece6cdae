import type { Resolvers } from 'stoa';
import { addReview, reviewsOf } from '../src/reviews.ts';

interface NewReview {
  readonly productId: string;
  readonly author: string;
  readonly rating: number;
}

export default {
  Product: {
    reviews: {
      batch: (products: readonly { productId: string }[]) => products.map(({ productId }) => reviewsOf(productId)),
    },
  },
  Review: { product: ({ productId }: { productId: string }) => ({ productId }) },
  Mutation: {
    addReview: (_root, { productId, author, rating }: NewReview) => addReview(productId, author, rating),
  },
} satisfies Resolvers;
