import type { Part } from 'stoa';
import type { Resolvers } from '../reviews.gen.ts';
import { listForDesk } from '../src/desk-reviews.ts';
import { findReviews } from '../src/read-reviews.ts';
import type { ReviewRow } from '../src/review-row.ts';

export default {
  Query: {
    deskReviews: (_root, input, { database }) => listForDesk(database, input),
    deskReview: async (_root, { id }, { database }) => (await findReviews(database, [id], { all: true }))[0] ?? null,
  },
  Review: {
    deskUrl: ({ id }, _args, { url, logger }) => {
      try {
        return url('deskReview', { reviewId: id });
      } catch (error) {
        logger.debug('page has no address', { reason: String(error) });
        return null;
      }
    },
    moveUrl: ({ id }, _args, { url }) => url('moveReview', { reviewId: id }),
  },
} satisfies Part<Resolvers<{ Review: ReviewRow }>>;
