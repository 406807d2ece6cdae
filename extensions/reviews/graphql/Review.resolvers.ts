import type { Connection } from 'stoa';
import type { Resolvers } from '../reviews.gen.ts';
import { createReview } from '../src/create-review.ts';
import { changeReview, removeReview } from '../src/manage-review.ts';
import { readReviewPage } from '../src/review-page.ts';
import { countReviews, findReviews, type ReviewRow, reviewsOfProducts } from '../src/review-store.ts';

export default {
  Query: {
    reviews: (_root, input, { database }) => readReviewPage(database, input),
  },
  Mutation: {
    createReview: (_root, { input, productId }, context) => createReview(context, input, { productId }),
    updateReview: (_root, { id, input }, { database }) => changeReview(database, id, input),
    deleteReview: async (_root, { id }, { database }) => {
      await removeReview(database, id);
      return true;
    },
  },
  Product: {
    reviews: {
      batch: (products, _args, { database }) =>
        reviewsOfProducts(
          database,
          products.map(({ productId }) => productId),
        ),
    },
  },
  Review: {
    __resolveReference: {
      batch: (references, _args, { database }) =>
        findReviews(
          database,
          references.map(({ id }) => id),
        ),
    },
    product: ({ productId }) => (productId === null ? null : { productId }),
  },
  ReviewConnection: {
    totalCount: (_connection, _args, { database }) => countReviews(database),
  },
} satisfies Resolvers<{ Review: ReviewRow; ReviewConnection: Connection<ReviewRow> }>;
