import type { Resolvers } from 'stoa';
import { type ReviewPageInput, readReviewPage } from '../src/review-page.ts';
import { countReviews, type ReviewRow, reviewsOfProducts } from '../src/review-store.ts';
import { changeReview, createReview, removeReview } from '../src/write-review.ts';

interface ProductKey {
  readonly productId: string;
}

export default {
  Query: {
    reviews: (_root, input: ReviewPageInput, { database }) => readReviewPage(database, input),
  },
  Mutation: {
    createReview: (_root, { input, productId }: { input: unknown; productId?: string | null }, context) =>
      createReview(context, input, productId ?? undefined),
    updateReview: (_root, { id, input }: { id: string; input: unknown }, { database }) =>
      changeReview(database, id, input),
    deleteReview: async (_root, { id }: { id: string }, { database }) => {
      await removeReview(database, id);
      return true;
    },
  },
  Product: {
    reviews: {
      batch: (products: readonly ProductKey[], _args, { database }) =>
        reviewsOfProducts(
          database,
          products.map((product) => product.productId),
        ),
    },
  },
  Review: {
    product: ({ productId }: ReviewRow) => (productId === null ? null : { productId }),
  },
  ReviewConnection: {
    totalCount: (_connection, _args, { database }) => countReviews(database),
  },
} satisfies Resolvers;
