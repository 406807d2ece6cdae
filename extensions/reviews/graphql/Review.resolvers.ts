import type { Resolvers } from '../reviews.gen.ts';
import { type ReviewPage, readReviewPage } from '../src/review-page.ts';
import { countReviews, type ReviewRow, ratingsOfProducts, reviewsOfProducts } from '../src/review-store.ts';
import { changeReview, createReview, removeReview } from '../src/write-review.ts';

export default {
  Query: {
    reviews: (_root, input, { database }) => readReviewPage(database, input),
  },
  Mutation: {
    createReview: (_root, { input, productId }, context) =>
      createReview(context, input, { productId: productId ?? undefined }),
    updateReview: (_root, { id, input }, { database }) => changeReview(database, id, input),
    deleteReview: async (_root, { id }, { database }) => {
      await removeReview(database, id);
      return true;
    },
  },
  Product: {
    rating: {
      batch: (products, _args, { database }) =>
        ratingsOfProducts(
          database,
          products.map((product) => product.productId),
        ),
    },
    reviews: {
      batch: (products, _args, { database }) =>
        reviewsOfProducts(
          database,
          products.map((product) => product.productId),
        ),
    },
  },
  Review: {
    product: ({ productId }) => (productId === null ? null : { productId }),
  },
  ReviewConnection: {
    totalCount: (_connection, _args, { database }) => countReviews(database),
  },
} satisfies Resolvers<{ Review: ReviewRow; ReviewConnection: ReviewPage }>;
