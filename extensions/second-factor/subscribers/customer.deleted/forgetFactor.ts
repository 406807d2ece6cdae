import type { SubscriberOf } from '../../second-factor.gen.ts';
import { removeFactor } from '../../src/factor-store.ts';

const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.transaction((transaction) => removeFactor(transaction, { customer: payload.customerId }));
};

export default forget;
