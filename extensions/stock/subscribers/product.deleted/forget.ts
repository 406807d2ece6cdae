import { removeRequests } from '../../src/request-store.ts';
import type { SubscriberOf } from '../../stock.gen.ts';

/** A count stays: the goods are still there, and orders may hold some. */
const forget: SubscriberOf<'product.deleted'> = async ({ payload, at }, { database }) => {
  await removeRequests(database, payload.skus, at);
};

export default forget;
