import { pageAddress } from 'stoa';
import type { Resolvers } from '../reviews.gen.ts';
import { createReview } from '../src/create-review.ts';
import { customerRecords } from '../src/customer-data.ts';
import { listForDesk } from '../src/desk-reviews.ts';
import { changeReview, removeReview } from '../src/manage-review.ts';
import { answerReview, moveReview } from '../src/moderate-review.ts';
import { pagesOfProducts } from '../src/product-page.ts';
import { countReviews, findReviews, reviewsOfProducts, waitingOf } from '../src/read-reviews.ts';
import { authorOf, mayModerate } from '../src/review-author.ts';
import { type ReviewConnection, readReviewPage } from '../src/review-page.ts';
import type { ReviewRow } from '../src/review-row.ts';
import { reviewForm } from '../src/state-of-new.ts';
import { foundHelpful } from '../src/vote-store.ts';

const idsOf = (products: readonly { readonly productId: string }[]) => products.map(({ productId }) => productId);

export default {
  Query: {
    customerRecords: (_root, { customer }, { database }) => customerRecords(database, customer),
    reviews: (_root, input, { database }) =>
      readReviewPage(database, { ...input, state: 'PUBLISHED', order: 'newest' }),
    reviewQueue: (_root, { state, ...input }, { database }) =>
      readReviewPage(database, { ...input, state: state ?? 'WAITING', order: 'oldest' }),
    reviewForm: (_root, _args, context) => reviewForm(context),
    deskReviews: (_root, input, { database }) => listForDesk(database, input),
    deskReview: async (_root, { id }, { database }) => (await findReviews(database, [id], { all: true }))[0] ?? null,
  },
  Mutation: {
    createReview: (_root, { input, productId }, context) => createReview(context, input, { productId }),
    updateReview: (_root, { id, input }, { database }) => changeReview(database, id, input),
    deleteReview: async (_root, { id }, { database }) => {
      await removeReview(database, id);
      return true;
    },
    publishReview: (_root, { id }, { database }) => moveReview(database, id, 'PUBLISHED'),
    hideReview: (_root, { id }, { database }) => moveReview(database, id, 'HIDDEN'),
    answerReview: (_root, { id, answer }, { database }) => answerReview(database, id, answer ?? null),
  },
  Product: {
    reviews: { batch: (products, _args, { database }) => reviewsOfProducts(database, idsOf(products)) },
    reviewPage: { batch: (products, args, { database }) => pagesOfProducts(database, idsOf(products), args) },
    waitingReviews: {
      batch: (products, _args, context) => waitingOf(context.database, idsOf(products), authorOf(context)),
    },
  },
  Review: {
    __resolveReference: {
      batch: (references, _args, context) =>
        findReviews(
          context.database,
          references.map(({ id }) => id),
          { all: mayModerate(context) },
        ),
    },
    product: ({ productId }) => (productId === null ? null : { productId }),
    isOfShop: ({ productId }) => productId === null,
    deskUrl: ({ id }, _args, context) => pageAddress(context, () => context.url('deskReview', { reviewId: id })),
    moveUrl: ({ id }, _args, { url }) => url('moveReview', { reviewId: id }),
    foundHelpful: {
      batch: (reviews, _args, context) => {
        const { customer, visitor } = authorOf(context);
        const ids = reviews.map(({ id }) => id);
        return foundHelpful(context.database, ids, customer ?? visitor);
      },
    },
    voteUrl: ({ id, productId }, _args, { url }) =>
      productId === null ? null : url('voteReview', { productId, reviewId: id }),
  },
  ReviewConnection: {
    totalCount: ({ state }, _args, { database }) => countReviews(database, state),
  },
} satisfies Resolvers<{ Review: ReviewRow; ReviewConnection: ReviewConnection }>;
