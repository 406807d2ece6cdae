import type { SubscriberOf } from '../../reviews.gen.ts';
import { deleteSomeOf } from '../../src/review-store.ts';

/** Reviews of a product that is gone have no page any more: they go, with their votes and answers. */
const forget: SubscriberOf<'product.deleted'> = async ({ payload }, { database, signal }) => {
  while (await database.transaction((transaction) => deleteSomeOf(transaction, payload.productId)))
    signal.throwIfAborted();
};

export default forget;
