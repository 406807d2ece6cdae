import { removeRequests } from '../../src/request-store.ts';
import type { SubscriberOf } from '../../stock.gen.ts';

/** A count stays: the goods are still there, and orders may hold some. */
const forget: SubscriberOf<'variant.removed'> = async ({ payload, at }, { database }) => {
  await removeRequests(database, [payload.sku], at);
};

export default forget;
