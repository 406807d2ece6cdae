import type { JobOf } from '../reviews.gen.ts';
import { publishSome } from '../src/review-events.ts';

/** Tells others of reviews from before there were events, and of those that older code still writes in a deploy. */
const publishEarlier: JobOf<'publishEarlier'> = async (_input, { database, signal }) => {
  while (await database.transaction(publishSome)) signal.throwIfAborted();
};

export default publishEarlier;
