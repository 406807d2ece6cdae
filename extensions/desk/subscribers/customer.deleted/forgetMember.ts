import type { SubscriberOf } from '../../desk.gen.ts';
import { forgetMember } from '../../src/member-store.ts';

/** The sessions of the customer have ended with the account. */
const forget: SubscriberOf<'customer.deleted'> = async ({ payload }, { database }) => {
  await database.transaction((transaction) => forgetMember(transaction, payload.customerId));
};

export default forget;
