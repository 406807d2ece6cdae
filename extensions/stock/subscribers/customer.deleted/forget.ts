import { removeCustomer } from '../../src/request-store.ts';
import type { SubscriberOf } from '../../stock.gen.ts';

/** Nothing is left of what the customer waits for. */
const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await removeCustomer(database, payload.customerId);
};

export default forget;
